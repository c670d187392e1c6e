// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.entity.EntityChanges;
import io.millrace.server.registry.entity.EntityTransactions;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds, changes, assigns and deletes the entities of one kind. The order of locks is the same in every change: the
 * tenant if its number of entities is limited, the profile, the entity with its customer, then the rows of the caller.
 */
public final class AssignableService<E extends AssignableEntity> implements EntityLifecycle<E> {

    private final AssignableRepository<E> entities;
    private final StoredTypes types;
    private final TenantLimits limits;
    private final EntityChanges<E> changes;
    private final Consumer<E> changed;

    AssignableService(
            AssignableRepository<E> entities,
            StoredTypes types,
            TenantLimits limits,
            EntityTransactions transactions,
            Consumer<E> changed) {
        this.entities = entities;
        this.types = types;
        this.limits = limits;
        this.changes = transactions.of(entities, entities.kind().allRefusals());
        this.changed = changed;
    }

    @Override
    public E create(TenantId tenant, AssignableContent content, TypeChoice type) {
        return create(tenant, content, type, _ -> {});
    }

    /**
     * Adds an entity.
     *
     * @param further inserts what else the entity with the id has; runs in the transaction
     */
    public E create(
            TenantId tenant, AssignableContent content, TypeChoice type, Consumer<UUID> further) {
        E created =
                changes.add(
                        tenant,
                        content.name(),
                        () -> requireRoom(tenant),
                        (id, now) -> {
                            entities.add(tenant, id, now, stored(tenant, type), content);
                            further.accept(id);
                        });
        changed.accept(created);
        return created;
    }

    @Override
    public E change(E stored, AssignableContent content, TypeChoice type, @Nullable Long seen) {
        return change(stored, content, type, seen, () -> {});
    }

    /**
     * The same with a change of what else the entity has.
     *
     * @param further runs in the transaction, only if the version is still that of {@code stored}
     */
    public E change(
            E stored,
            AssignableContent content,
            TypeChoice type,
            @Nullable Long seen,
            Runnable further) {
        E result =
                changes.change(
                        stored,
                        seen,
                        content.name(),
                        () -> {
                            Object typeValue = stored(stored.tenantId(), type);
                            boolean updated = entities.update(stored, typeValue, content);
                            if (updated) {
                                further.run();
                            }
                            return updated;
                        });
        changed.accept(result);
        return result;
    }

    private void requireRoom(TenantId tenant) {
        EntityLimit limit = entities.kind().limit();
        if (limit != null) {
            limits.requireRoom(tenant, limit);
        }
    }

    private @Nullable Object stored(TenantId tenant, TypeChoice type) {
        return types.valueOf(entities.kind().typing(), tenant, type);
    }

    @Override
    public E assign(E stored, CustomerId customer) {
        E result =
                changes.change(
                        stored, null, stored.name(), () -> entities.assign(stored, customer));
        changed.accept(result);
        return result;
    }

    @Override
    public boolean delete(E entity) {
        boolean deleted = changes.delete(entity);
        if (deleted) {
            changed.accept(entity);
        }
        return deleted;
    }

    @Override
    public void released(List<E> released) {
        released.forEach(changed);
    }
}
