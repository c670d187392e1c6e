// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.tenant;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.security.TenantEntity;

/**
 * A tenant.
 *
 * @param createdTime milliseconds since the epoch
 */
public record Tenant(TenantId id, long createdTime, String title, long version)
        implements TenantEntity {

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    /** Never: what a tenant has as such is for its administrators. */
    @Override
    public boolean visibleTo(CustomerId customer) {
        return false;
    }
}
