// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.entity;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.UUID;

/** Shows entities of one type to whatever does not know the type; each feature has one. Its calls block. */
public interface EntitySource {

    EntityType type();

    /** The entity, or empty where this tenant has none with the id, whoever else may have it. */
    Optional<Shown> show(TenantId tenant, UUID id);

    /** The id of the tenant's entity with exactly that name; empty where names of the type are not unique, too. */
    Optional<UUID> idOf(TenantId tenant, String name);

    /**
     * An entity.
     *
     * @param name what people call it
     * @param customer whom it is assigned to or belongs to; the null UUID for nobody
     * @param rest what REST shows, as an object that becomes its JSON
     */
    record Shown(String name, CustomerId customer, Object rest) {}
}
