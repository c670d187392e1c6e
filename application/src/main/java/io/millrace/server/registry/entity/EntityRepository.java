// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.EntitySource;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Reads and deletes the entities of one type. */
public interface EntityRepository<E extends VersionedEntity> extends EntityLookup<E>, EntitySource {

    /** The tenant's entity with exactly this name. */
    Optional<E> findByName(TenantId tenant, String name);

    /** Deletes an entity; false if the tenant has none with the id, or the entity must stay. */
    boolean delete(TenantId tenant, UUID id);

    @Override
    default Optional<Shown> show(TenantId tenant, UUID id) {
        return find(tenant, id).map(entity -> new Shown(entity.name(), customerOf(entity), entity));
    }

    private CustomerId customerOf(E entity) {
        return Objects.requireNonNullElse(entity.assignedTo(), IdJson.NO_CUSTOMER);
    }

    @Override
    default Optional<UUID> idOf(TenantId tenant, String name) {
        return findByName(tenant, name).map(entity -> entity.entityId().id());
    }
}
