// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.TenantEntity;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A device, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param customerId the customer that it is assigned to; the null UUID for none
 * @param name unique in the tenant
 * @param type the name of its profile
 * @param firmwareId always null: Millrace has no firmware packages
 * @param softwareId always null, likewise
 * @param externalId always null: nothing is imported under another id
 * @param version counts the changes, from 1
 * @param additionalInfo whatever its administrators keep with it
 */
public record Device(
        DeviceId id,
        long createdTime,
        TenantId tenantId,
        CustomerId customerId,
        String name,
        String type,
        @Nullable String label,
        DeviceProfileId deviceProfileId,
        @Nullable JsonNode deviceData,
        @Nullable EntityId firmwareId,
        @Nullable EntityId softwareId,
        @Nullable DeviceId externalId,
        long version,
        @Nullable JsonNode additionalInfo)
        implements TenantEntity {

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    @Override
    public @Nullable CustomerId assignedTo() {
        return customerId.equals(IdJson.NO_CUSTOMER) ? null : customerId;
    }

    @Override
    public boolean visibleTo(CustomerId customer) {
        return customerId.equals(customer);
    }

    @Override
    public boolean changeableBy(CustomerId customer) {
        return visibleTo(customer);
    }
}
