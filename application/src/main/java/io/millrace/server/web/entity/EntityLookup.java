// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.entity;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.security.EntityAccess;
import java.util.Optional;
import java.util.UUID;

/**
 * Loads entities of one type; each feature has one implementation. Only {@link EntityAccess} calls it with ids from
 * requests.
 */
public interface EntityLookup<E extends TenantEntity> {

    EntityType type();

    /** Returns the entity; empty if this tenant has no entity with the id, even if another tenant has. */
    Optional<E> find(TenantId tenant, UUID id);
}
