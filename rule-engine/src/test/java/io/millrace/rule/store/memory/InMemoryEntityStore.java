// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.EntityStore;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Holds the entities that a test adds. */
public final class InMemoryEntityStore implements EntityStore {

    private static final Set<EntityType> WITH_UNIQUE_NAMES =
            EnumSet.of(
                    EntityType.CUSTOMER,
                    EntityType.USER,
                    EntityType.ASSET,
                    EntityType.DEVICE,
                    EntityType.ENTITY_VIEW,
                    EntityType.EDGE);

    private record Owned(TenantId tenant, EntityId id) {}

    private final Map<Owned, Entity> entities = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Optional<Entity>> find(TenantId tenant, EntityId id) {
        return CompletableFuture.completedStage(
                Optional.ofNullable(entities.get(new Owned(tenant, id))));
    }

    @Override
    public CompletionStage<Optional<EntityId>> findByName(
            TenantId tenant, EntityType type, String name) {
        return CompletableFuture.completedStage(
                entities.keySet().stream()
                        .filter(owned -> owned.tenant().equals(tenant))
                        .map(Owned::id)
                        .filter(id -> id.type() == type && WITH_UNIQUE_NAMES.contains(type))
                        .filter(id -> entities.get(new Owned(tenant, id)).name().equals(name))
                        .findAny());
    }

    /** Adds an entity, or replaces it. */
    public void put(TenantId tenant, Entity entity) {
        entities.put(new Owned(tenant, entity.id()), entity);
    }

    /** Deletes an entity. */
    public void delete(TenantId tenant, EntityId id) {
        entities.remove(new Owned(tenant, id));
    }
}
