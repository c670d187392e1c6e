// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores attributes in memory and records all saves. */
public final class RecordedAttributes implements AttributeStore {

    /**
     * A save by a node.
     *
     * @param updatedAt milliseconds since the epoch
     */
    public record Save(
            EntityId entity, AttributeScope scope, List<KeyValue> attributes, long updatedAt) {}

    private record Slot(TenantId tenant, EntityId entity, AttributeScope scope, String key) {}

    private final Map<Slot, Attribute> attributes = new LinkedHashMap<>();
    private final List<Save> saves = new ArrayList<>();
    private final Fault fault = new Fault();

    /** Sets an attribute of an entity of {@link TestMessages#TENANT}. */
    public synchronized void put(EntityId entity, AttributeScope scope, String key, Value value) {
        put(TestMessages.TENANT, entity, scope, new KeyValue(key, value), TestMessages.TS);
    }

    private void put(
            TenantId tenant, EntityId entity, AttributeScope scope, KeyValue value, long at) {
        attributes.put(new Slot(tenant, entity, scope, value.key()), new Attribute(value, at));
    }

    @Override
    public synchronized CompletionStage<Void> save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> values,
            long updatedAt,
            @Nullable Lease lease) {
        return fault.or(() -> {
            for (KeyValue value : values) {
                Keys.check(value.key());
            }
            saves.add(new Save(entity, scope, List.copyOf(values), updatedAt));
            values.forEach(value -> put(tenant, entity, scope, value, updatedAt));
            return CompletableFuture.completedFuture(null);
        });
    }

    @Override
    public synchronized CompletionStage<Void> saveUnlessNewer(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> values,
            long updatedAt,
            Duration patience) {
        List<KeyValue> latest =
                values.stream()
                        .filter(value -> {
                            Attribute stored =
                                    attributes.get(new Slot(tenant, entity, scope, value.key()));
                            return stored == null || stored.updatedAt() <= updatedAt;
                        })
                        .toList();
        return save(tenant, entity, scope, latest, updatedAt);
    }

    @Override
    public synchronized CompletionStage<Void> delete(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            Collection<String> keys,
            @Nullable Lease lease) {
        return fault.or(() -> {
            keys.forEach(key -> attributes.remove(new Slot(tenant, entity, scope, key)));
            return CompletableFuture.completedFuture(null);
        });
    }

    @Override
    public synchronized CompletionStage<List<Attribute>> find(
            TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> keys) {
        return fault.or(() ->
                CompletableFuture.completedFuture(
                        keys.stream()
                                .flatMap(key ->
                                        Stream.ofNullable(
                                                attributes.get(
                                                        new Slot(tenant, entity, scope, key))))
                                .toList()));
    }

    /** Makes every later call fail. */
    public void failWith(RuntimeException error) {
        fault.set(error);
    }

    /** Returns the saves of nodes, in their order. */
    public synchronized List<Save> saves() {
        return List.copyOf(saves);
    }
}
