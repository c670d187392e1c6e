// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.entity;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.security.EntityAccess;
import java.util.Optional;
import java.util.UUID;

/** Loads entities of one type; each feature has one. Only {@link EntityAccess} calls it with ids from outside. */
public interface EntityLookup<E extends TenantEntity> {

    EntityType type();

    /** The entity, or empty where this tenant has none with the id, whoever else may have it. */
    Optional<E> find(TenantId tenant, UUID id);
}
