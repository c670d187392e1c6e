// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Makes and deletes relations. Both ends of every relation are there. */
@Component
public final class Relations {

    private final RelationRepository relations;
    private final TransactionTemplate transaction;

    Relations(RelationRepository relations, PlatformTransactionManager transactions) {
        this.relations = relations;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Makes a relation, or gives it another info.
     *
     * @param version the version that the caller has seen; null: whichever it is
     * @param requireEnds throws where an end is not there, or not the caller's to relate
     */
    EntityRelation save(
            TenantId tenant,
            RelationKey key,
            @Nullable Long version,
            @Nullable JsonNode info,
            Runnable requireEnds) {
        Optional<EntityRelation> saved =
                transaction.execute(_ -> {
                    relations.lockEnds(key);
                    requireEnds.run();
                    return relations.save(tenant, key, version, info);
                });
        return saved.orElseThrow(() ->
                ApiException.versionConflict(
                        "The relation %s of %s to %s was changed by somebody else; load it again"
                                .formatted(key.type(), key.from(), key.to())));
    }

    /** Deletes a relation; empty where there is none. */
    Optional<EntityRelation> delete(TenantId tenant, RelationKey key) {
        return relations.delete(tenant, key);
    }

    /** Deletes all relations of the group {@code COMMON} that begin or end at an entity. */
    void deleteCommon(TenantId tenant, EntityId entity) {
        relations.deleteAll(tenant, entity, RelationTypeGroup.COMMON);
    }

    /**
     * Deletes all relations of an entity that is being deleted. To be called in the transaction that deletes it, after
     * that: a relation that somebody is making at this moment goes with it, or is refused because the entity is gone.
     */
    public void entityDeleted(TenantId tenant, EntityId entity) {
        transaction.executeWithoutResult(_ -> {
            relations.lock(entity);
            relations.deleteAll(tenant, entity, null);
        });
    }
}
