// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes the relations of group {@code COMMON} between a tenant's entities. Each change is one transaction,
 * and making it again changes nothing. While the store is unavailable, its stages stay incomplete; they do not fail.
 *
 * <p>Changes take the lease of the write, or null: a single instance needs no lease. If the lease has ended, the change
 * fails and changes nothing.
 */
public interface RelationStore {

    /** True if a relation of the type exists between exactly these two entities. */
    CompletionStage<Boolean> exists(TenantId tenant, EntityId from, EntityId to, String type);

    /** True if the entity has any relation of the type, seen from the given end. */
    CompletionStage<Boolean> existsAny(
            TenantId tenant, EntityId entity, SearchDirection direction, String type);

    /**
     * Returns the entities that are related to the root, each once, the nearest first, and those at the same distance
     * in the order in which their relations were created. Cycles of relations are followed once, and the root is never
     * among the results.
     *
     * @return fails with {@link StoreException} if the search takes too long or finds too many entities
     */
    CompletionStage<List<EntityId>> related(TenantId tenant, EntityId root, RelationsQuery query);

    /**
     * Adds a relation. One that exists stays unchanged.
     *
     * @return completes when it is on disk; fails if one of the entities does not exist
     */
    CompletionStage<Void> add(TenantId tenant, Relation relation, @Nullable Lease lease);

    /**
     * Makes a relation the only one of its type that the entity at one of its ends has in that direction: adds it, and
     * removes the others.
     *
     * @param end the end at which that entity is
     * @return completes when the change is on disk; fails if one of the entities does not exist
     */
    CompletionStage<Void> addAsOnly(
            TenantId tenant, Relation relation, SearchDirection end, @Nullable Lease lease);

    /**
     * Removes a relation, if it exists.
     *
     * @return completes when the change is on disk
     */
    CompletionStage<Void> remove(TenantId tenant, Relation relation, @Nullable Lease lease);

    /**
     * Removes all relations of a type that an entity has, seen from the given end.
     *
     * @return completes when the change is on disk
     */
    CompletionStage<Void> removeAll(
            TenantId tenant,
            EntityId entity,
            SearchDirection direction,
            String type,
            @Nullable Lease lease);
}
