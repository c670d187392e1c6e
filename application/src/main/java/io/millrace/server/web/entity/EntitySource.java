// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.entity;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.UUID;

/**
 * Shows entities of one type to code that does not know the type; each feature has one implementation. Its calls block.
 */
public interface EntitySource {

    EntityType type();

    /** Returns the entity; empty if this tenant has no entity with the id, even if another tenant has. */
    Optional<Shown> show(TenantId tenant, UUID id);

    /**
     * Returns the id of the tenant's entity with exactly that name; also empty if names of this type are not unique.
     */
    Optional<UUID> idOf(TenantId tenant, String name);

    /**
     * An entity, as shown to other features.
     *
     * @param name the entity's name
     * @param customer the customer that it is assigned to or belongs to; the null UUID for none
     * @param rest the object that REST serializes as the entity's JSON
     */
    record Shown(String name, CustomerId customer, Object rest) {}
}
