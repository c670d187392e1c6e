// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.SearchDirection;
import io.millrace.server.web.api.ApiException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Adds, changes and deletes relations. Both entities of every relation exist. */
@Component
public final class Relations {

    private final RelationRepository relations;
    private final TransactionTemplate transaction;

    Relations(RelationRepository relations, PlatformTransactionManager transactions) {
        this.relations = relations;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Adds a relation, or replaces its additional info.
     *
     * @param version version that the caller has seen; null: any
     * @param requireEnds throws if an entity does not exist, or the caller may not relate it
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
                        "The relation %s of %s to %s was changed by another request; load it again"
                                .formatted(key.type(), key.from(), key.to())));
    }

    /**
     * Adds a relation of the group {@code COMMON} in the transaction of the caller; one that exists stays unchanged.
     *
     * @param requireEnds throws if an entity does not exist
     */
    public void relate(
            TenantId tenant, EntityId from, EntityId to, String type, Runnable requireEnds) {
        RelationKey key = new RelationKey(from, to, type, RelationTypeGroup.COMMON);
        var _ =
                transaction.execute(_ -> {
                    relations.lockEnds(key);
                    requireEnds.run();
                    return relations
                            .find(tenant, key)
                            .or(() -> relations.save(tenant, key, null, null));
                });
    }

    /**
     * Adds a relation of the group {@code COMMON} in place of the other ones of its type that the entity at one of its
     * ends has.
     *
     * @param end the end at which that entity is
     * @param requireEnds throws if an entity does not exist
     */
    void relateOnly(TenantId tenant, RelationKey key, SearchDirection end, Runnable requireEnds) {
        EntityId entity = key.near(end);
        transaction.executeWithoutResult(_ -> {
            relations.lockEnds(key, entity);
            relations.deleteOfType(tenant, entity, end, key.type(), key.far(end));
            relate(tenant, key.from(), key.to(), key.type(), requireEnds);
        });
    }

    /** Deletes the relations of the group {@code COMMON} and of a type that an entity has, seen from the given end. */
    void deleteOfType(TenantId tenant, EntityId entity, SearchDirection direction, String type) {
        transaction.executeWithoutResult(
                _ -> relations.deleteOfType(tenant, entity, direction, type, null));
    }

    /** Deletes a relation; empty if it does not exist. */
    Optional<EntityRelation> delete(TenantId tenant, RelationKey key) {
        return Objects.requireNonNull(transaction.execute(_ -> relations.delete(tenant, key)));
    }

    /** Deletes all relations of the group {@code COMMON} from and to an entity. */
    void deleteCommon(TenantId tenant, EntityId entity) {
        relations.deleteAll(tenant, entity, RelationTypeGroup.COMMON);
    }

    /**
     * Deletes all relations of an entity that is being deleted. Call it in the transaction that deletes the entity,
     * after the deletion: a relation that a concurrent request adds is then either deleted, too, or refused because the
     * entity is gone.
     */
    public void entityDeleted(TenantId tenant, EntityId entity) {
        transaction.executeWithoutResult(_ -> {
            relations.lock(entity);
            relations.deleteAll(tenant, entity, null);
        });
    }
}
