// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import static java.util.Objects.requireNonNull;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.attribute.AttributeTable.Content;
import io.millrace.server.store.attribute.AttributeTable.Place;
import io.millrace.server.store.attribute.AttributeWrite.Delete;
import io.millrace.server.store.attribute.AttributeWrite.Save;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes batches of attribute changes. Of several changes to one attribute the last one counts, unless it gives way to a
 * newer value.
 */
final class AttributeWriter implements BatchWriter<AttributeWrite> {

    private final KeyDictionary keys;
    private final ValueWatch watch;
    private final AttributeVersions versions;

    /** @param versions counts the changes after their commit, before their stages complete */
    AttributeWriter(KeyDictionary keys, ValueWatch watch, AttributeVersions versions) {
        this.keys = keys;
        this.watch = watch;
        this.versions = versions;
    }

    @Override
    public Runnable write(Connection connection, Batch<AttributeWrite> batch) throws SQLException {
        List<AttributeWrite> writes = batch.items();
        Map<Place, Content> saved = AttributeTable.inLockOrder();
        Set<Place> deleted = new TreeSet<>(Place.LOCK_ORDER);
        for (int i = 0; i < writes.size(); i++) {
            try {
                Entries<String> numbers = keys.keys(connection, writes.get(i).tenant());
                switch (writes.get(i)) {
                    case Save save -> {
                        encode(save, numbers)
                                .forEach((place, content) -> {
                                    // A row that is deleted before has no newer value.
                                    Content after =
                                            deleted.remove(place) ? content.replacing() : content;
                                    saved.merge(place, after, Content::then);
                                });
                    }
                    case Delete delete -> {
                        List<Place> places = places(delete, numbers);
                        places.forEach(saved::remove);
                        deleted.addAll(places);
                    }
                }
            } catch (StoreException e) {
                batch.refuse(i, e);
            }
        }
        AttributeTable.upsert(connection, saved);
        AttributeTable.delete(connection, deleted);
        return () -> report(batch);
    }

    private void report(Batch<AttributeWrite> batch) {
        List<AttributeWrite> writes = batch.items();
        for (int i = 0; i < writes.size(); i++) {
            AttributeWrite write = writes.get(i);
            versions.written(write.entity(), write.scope());
            if (!batch.isRefused(i) && watch.watches(write.entity())) {
                switch (write) {
                    case Save save when !save.unlessNewer() ->
                            watch.attributesSaved(
                                    save.entity(),
                                    save.scope(),
                                    save.attributes(),
                                    save.updatedAt());
                    default -> watch.changed(write.entity());
                }
            }
        }
    }

    /** Returns the places of the attributes whose keys are known; attributes with unknown keys do not exist. */
    private static List<Place> places(Delete delete, Entries<String> numbers) {
        short scope = AttributeScopes.number(delete.scope());
        return delete.keys().stream()
                .map(numbers::id)
                .filter(key -> key != 0)
                .map(key -> new Place(delete.entity(), scope, key))
                .toList();
    }

    /** Adds new keys to the dictionary; reads it again for keys to delete that another instance may have added. */
    @Override
    public void prepare(Transactions transactions, List<AttributeWrite> writes)
            throws SQLException, InterruptedException {
        Map<TenantId, Set<String>> wanted = new HashMap<>();
        for (AttributeWrite write : writes) {
            switch (write) {
                case Save save -> {
                    Set<String> names = wanted.computeIfAbsent(save.tenant(), _ -> new HashSet<>());
                    save.attributes().forEach(attribute -> names.add(attribute.key()));
                }
                case Delete delete -> refreshUnlessKnown(transactions, delete);
            }
        }
        var _ = keys.intern(transactions, wanted);
    }

    private void refreshUnlessKnown(Transactions transactions, Delete delete)
            throws SQLException, InterruptedException {
        TenantId tenant = delete.tenant();
        Entries<String> numbers =
                requireNonNull(keys.keys(transactions, Set.of(tenant)).get(tenant));
        if (delete.keys().stream().anyMatch(key -> numbers.id(key) == 0)) {
            transactions.patiently(connection -> keys.refresh(connection, tenant));
        }
    }

    private Map<Place, Content> encode(Save write, Entries<String> numbers) {
        Map<Place, Content> encoded = new LinkedHashMap<>();
        short scope = AttributeScopes.number(write.scope());
        for (KeyValue attribute : write.attributes()) {
            int key = numbers.id(attribute.key());
            if (key == 0) {
                throw keys.refusal(attribute.key());
            }
            encoded.put(
                    new Place(write.entity(), scope, key),
                    new Content(
                            JsonbValues.format(attribute.value()),
                            write.updatedAt(),
                            write.unlessNewer()));
        }
        return encoded;
    }
}
