// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityWrites;
import java.util.EnumSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Holds the entities that a test or a node adds. */
public final class InMemoryEntityStore implements EntityStore, EntityWrites {

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

    @Override
    public synchronized CompletionStage<Found> findOrCreate(
            TenantId tenant, NewEntity entity, @Nullable Lease lease) {
        return findByName(tenant, entity.type(), entity.name())
                .thenApply(found ->
                        found.map(id -> new Found(id, null))
                                .orElseGet(() -> created(tenant, entity)));
    }

    private Found created(TenantId tenant, NewEntity entity) {
        EntityId id = new EntityId(entity.type(), TimeOrderedUuid.next());
        ObjectNode fields = JsonMapper.shared().createObjectNode();
        fields.putObject("id").put("entityType", id.type().name()).put("id", id.id().toString());
        fields.put("name", entity.name());
        if (id.type() != EntityType.CUSTOMER) {
            fields.put("type", entity.profile() == null ? "default" : entity.profile());
        }
        put(tenant, new Entity(id, entity.name(), null, fields));
        return new Found(id, fields);
    }

    @Override
    public synchronized CompletionStage<Void> assign(
            TenantId tenant, EntityId id, @Nullable CustomerId customer, @Nullable Lease lease) {
        Entity entity = entities.get(new Owned(tenant, id));
        if (entity == null
                || (customer != null
                        && !entities.containsKey(new Owned(tenant, customer.entity())))) {
            return CompletableFuture.failedStage(
                    new NoSuchElementException("the entity or the customer does not exist"));
        }
        put(tenant, new Entity(id, entity.name(), customer, entity.fields()));
        return CompletableFuture.completedStage(null);
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
