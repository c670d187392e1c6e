// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.user.User;
import org.jspecify.annotations.Nullable;

/**
 * An account as an entity that has attributes, time series, relations and alarms. Its users see it as {@link AccountAccess}
 * decides for the account itself; only administrators change its data.
 */
record Account(User user) implements TenantEntity {

    @Override
    public TenantId tenantId() {
        return user.tenantId();
    }

    @Override
    public EntityId entityId() {
        return user.id().entity();
    }

    @Override
    public String name() {
        return user.email();
    }

    @Override
    public @Nullable CustomerId assignedTo() {
        return user.customerId().equals(IdJson.NO_CUSTOMER) ? null : user.customerId();
    }

    @Override
    public boolean visibleTo(CustomerId customer) {
        return user.customerId().equals(customer);
    }
}
