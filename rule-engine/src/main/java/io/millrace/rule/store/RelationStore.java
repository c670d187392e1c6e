// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads the relations of group {@code COMMON} between a tenant's entities. While the store cannot be reached, its answers
 * wait; they do not fail.
 */
public interface RelationStore {

    /** Whether there is a relation of the type between exactly these two. */
    CompletionStage<Boolean> exists(TenantId tenant, EntityId from, EntityId to, String type);

    /** Whether the entity has any relation of the type, seen from the given end. */
    CompletionStage<Boolean> existsAny(
            TenantId tenant, EntityId entity, SearchDirection direction, String type);

    /**
     * The entities that are related to the root, each once, the nearest first; those equally near in the order in which
     * their relations were made. Circles of relations are walked once, and the root is never among the results.
     *
     * @return fails with {@link StoreException} when the search takes too long or finds too much
     */
    CompletionStage<List<EntityId>> related(TenantId tenant, EntityId root, RelationsQuery query);
}
