// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.entity;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/** Something that belongs to a tenant and is reached by an id from outside. */
public interface TenantEntity {

    TenantId tenantId();

    EntityId entityId();

    /** What people call it. */
    String name();

    /** The customer that it is assigned to, or null: none. */
    default @Nullable CustomerId assignedTo() {
        return null;
    }

    /** Whether the users of a customer of the same tenant may see it. */
    boolean visibleTo(CustomerId customer);

    /** Whether the users of a customer of the same tenant may change it, its telemetry and its relations. */
    default boolean changeableBy(CustomerId customer) {
        return false;
    }
}
