// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds, changes and deletes the entities of one type, each in one transaction. A method that returns has committed;
 * one that throws has changed nothing.
 */
public final class EntityChanges<E extends VersionedEntity> {

    private static final Logger log = LoggerFactory.getLogger(EntityChanges.class);

    private final EntityRepository<E> entities;
    private final Refusals refusals;
    private final EntityTransactions transactions;

    EntityChanges(
            EntityRepository<E> entities, Refusals refusals, EntityTransactions transactions) {
        this.entities = entities;
        this.refusals = refusals;
        this.transactions = transactions;
    }

    /** Inserts the rows of a new entity. */
    @FunctionalInterface
    public interface Insert {

        /** @param createdTime milliseconds since the epoch */
        void rows(UUID id, long createdTime);
    }

    /**
     * Adds an entity.
     *
     * @param name of the entity, for the error if the tenant has it already
     * @param room throws if the tenant may not have another; runs first in the transaction
     * @param insert runs in the transaction, after {@code room}
     */
    public E add(TenantId tenant, String name, Runnable room, Insert insert) {
        long now = transactions.clock().millis();
        UUID id = TimeOrderedUuid.at(now);
        E added =
                inTransaction(
                        name,
                        () -> {
                            room.run();
                            insert.rows(id, now);
                            return load(tenant, id);
                        });
        logged(added, "created");
        return added;
    }

    /**
     * Changes an entity.
     *
     * @param stored the entity as it was read
     * @param seen version that the caller has seen; null: any
     * @param name that the entity is to have
     * @param update runs in the transaction; false if another request has changed the version
     * @throws io.millrace.server.web.api.ApiException (409) if another request has changed the entity
     */
    public E change(E stored, @Nullable Long seen, String name, BooleanSupplier update) {
        UUID id = stored.entityId().id();
        refusals.requireVersion(seen, stored.version(), id);
        E changed =
                inTransaction(
                        name,
                        () -> {
                            if (!update.getAsBoolean()) {
                                throw refusals.conflict(id);
                            }
                            return load(stored.tenantId(), id);
                        });
        logged(changed, "changed");
        return changed;
    }

    /**
     * Deletes an entity with its relations; false if another request has deleted it meanwhile.
     *
     * @throws io.millrace.server.web.api.ApiException (400) if another entity refers to it
     */
    public boolean delete(E entity) {
        boolean deleted = inTransaction(entity.name(), () -> deleteWithRelations(entity));
        if (deleted) {
            logged(entity, "deleted");
        }
        return deleted;
    }

    /** The same in the transaction of the caller; writes no log line. */
    public boolean deleteWithRelations(E entity) {
        boolean deleted = entities.delete(entity.tenantId(), entity.entityId().id());
        transactions.relations().entityDeleted(entity.tenantId(), entity.entityId());
        return deleted;
    }

    private E load(TenantId tenant, UUID id) {
        return entities.find(tenant, id).orElseThrow(() -> refusals.conflict(id));
    }

    private <T> T inTransaction(String name, Supplier<T> work) {
        return refusals.explain(
                name,
                () -> Objects.requireNonNull(transactions.template().execute(_ -> work.get())));
    }

    private void logged(E entity, String change) {
        log.info(
                "{} {} of tenant {} {}",
                refusals.noun().capitalized(),
                entity.entityId().id(),
                entity.tenantId(),
                change);
    }
}
