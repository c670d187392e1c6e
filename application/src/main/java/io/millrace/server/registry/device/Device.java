// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.AssignableEntity;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.registry.entity.EntityRow;
import java.sql.SQLException;
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
 * @param softwareId always null: Millrace has no software packages
 * @param externalId always null: Millrace imports no entity under another id
 * @param version counts the changes, from 1
 * @param additionalInfo JSON that its administrators keep with it
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
        implements AssignableEntity {

    static Device read(EntityRow row) throws SQLException {
        return new Device(
                new DeviceId(row.id()),
                row.createdTime(),
                row.tenant(),
                row.customer(),
                row.text("name"),
                row.text("profile_name"),
                row.optionalText("label"),
                new DeviceProfileId(row.uuid("device_profile_id")),
                row.json(DeviceKind.DATA),
                null,
                null,
                null,
                row.version(),
                row.json("additional_info"));
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    @Override
    public TypeChoice currentType() {
        return new TypeChoice.OfProfile(deviceProfileId.id());
    }
}
