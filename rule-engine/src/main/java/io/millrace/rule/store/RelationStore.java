// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads the relations of group {@code COMMON} between a tenant's entities. While the store is unavailable, its stages
 * stay incomplete; they do not fail.
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
}
