// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.attribute;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.StoreException;
import io.millrace.server.attribute.AttributeTable.Content;
import io.millrace.server.attribute.AttributeTable.Place;
import io.millrace.server.groupcommit.Batch;
import io.millrace.server.groupcommit.BatchWriter;
import io.millrace.server.jsonb.JsonbValues;
import io.millrace.server.keydictionary.KeyDictionary;
import io.millrace.server.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes batches of attributes; of several writes to one attribute the last is written. */
final class AttributeWriter implements BatchWriter<AttributeWrite> {

    private final KeyDictionary keys;

    AttributeWriter(KeyDictionary keys) {
        this.keys = keys;
    }

    @Override
    public Runnable write(Connection connection, Batch<AttributeWrite> batch) throws SQLException {
        List<AttributeWrite> writes = batch.items();
        internKeys(connection, writes);
        Map<Place, Content> attributes = AttributeTable.inLockOrder();
        for (int i = 0; i < writes.size(); i++) {
            try {
                attributes.putAll(
                        encode(writes.get(i), keys.keys(connection, writes.get(i).tenant())));
            } catch (StoreException e) {
                batch.refuse(i, e);
            }
        }
        AttributeTable.upsert(connection, attributes);
        return () -> {};
    }

    private void internKeys(Connection connection, List<AttributeWrite> writes)
            throws SQLException {
        Map<TenantId, Set<String>> wanted = new HashMap<>();
        for (AttributeWrite write : writes) {
            Set<String> names = wanted.computeIfAbsent(write.tenant(), _ -> new HashSet<>());
            write.attributes().forEach(attribute -> names.add(attribute.key()));
        }
        for (Map.Entry<TenantId, Set<String>> entry : wanted.entrySet()) {
            keys.intern(connection, entry.getKey(), entry.getValue());
        }
    }

    private Map<Place, Content> encode(AttributeWrite write, Entries<String> numbers) {
        Map<Place, Content> encoded = new LinkedHashMap<>();
        short scope = AttributeTable.number(write.scope());
        for (KeyValue attribute : write.attributes()) {
            int key = numbers.id(attribute.key());
            if (key == 0) {
                throw keys.refusal(attribute.key());
            }
            encoded.put(
                    new Place(write.entity(), scope, key),
                    new Content(JsonbValues.format(attribute.value()), write.updatedAt()));
        }
        return encoded;
    }
}
