// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.security;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;

/** Something that belongs to a tenant and is reached by an id from outside. */
public interface TenantEntity {

    EntityId entityId();

    /** Whether the users of a customer of the same tenant may see it. */
    boolean visibleTo(CustomerId customer);
}
