// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.entity;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/** An entity that belongs to a tenant and that requests name by its id. */
public interface TenantEntity {

    TenantId tenantId();

    EntityId entityId();

    /** The entity's name for people. */
    String name();

    /** The customer that it is assigned to; null for none. */
    default @Nullable CustomerId assignedTo() {
        return null;
    }

    /** True if the users of this customer, of the same tenant, may see it. */
    boolean visibleTo(CustomerId customer);

    /** True if the users of this customer, of the same tenant, may change it, its telemetry and its relations. */
    default boolean changeableBy(CustomerId customer) {
        return false;
    }
}
