// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keeps attributes in memory and remembers each save. */
public final class InMemoryAttributeStore implements AttributeStore {

    /** A save that was accepted. */
    public record Save(
            EntityId entity, AttributeScope scope, List<KeyValue> attributes, long updatedAt) {}

    private record Slot(TenantId tenant, EntityId entity, AttributeScope scope, String key) {}

    private final Map<Slot, Attribute> attributes = new LinkedHashMap<>();
    private final List<Save> saves = new ArrayList<>();
    private RuntimeException failure;

    @Override
    public synchronized CompletionStage<Void> save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> values,
            long updatedAt,
            @Nullable Lease lease) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        for (KeyValue value : values) {
            if (Keys.isInvalid(value.key())) {
                return CompletableFuture.failedFuture(
                        new StoreException("invalid key \"%s\"".formatted(value.key())));
            }
        }
        saves.add(new Save(entity, scope, List.copyOf(values), updatedAt));
        for (KeyValue value : values) {
            attributes.put(
                    new Slot(tenant, entity, scope, value.key()), new Attribute(value, updatedAt));
        }
        return CompletableFuture.completedFuture(null);
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
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        keys.forEach(key -> attributes.remove(new Slot(tenant, entity, scope, key)));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<List<Attribute>> find(
            TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> keys) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        List<Attribute> found =
                keys.stream()
                        .map(key -> attributes.get(new Slot(tenant, entity, scope, key)))
                        .filter(Objects::nonNull)
                        .toList();
        return CompletableFuture.completedFuture(found);
    }

    /** Lets every later call fail. */
    public synchronized void failWith(RuntimeException error) {
        failure = error;
    }

    /** The saves so far, in their order. */
    public synchronized List<Save> saves() {
        return List.copyOf(saves);
    }
}
