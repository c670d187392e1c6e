// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableRequest;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.Required;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add ({@code id} null) or to change a device. Other properties of ThingsBoard's shape are ignored.
 *
 * @param type name of its profile, which is added if it is missing; ignored if {@code deviceProfileId} is given
 * @param customerId null: unchanged
 * @param version if given, the change is refused unless the stored version is the same
 */
record DeviceRequest(
        @Nullable DeviceId id,
        @Required @Nullable String name,
        @Nullable String type,
        @Nullable String label,
        @Nullable DeviceProfileId deviceProfileId,
        @Nullable CustomerId customerId,
        @Nullable JsonNode deviceData,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version)
        implements AssignableRequest {

    @Override
    public @Nullable UUID entity() {
        return id == null ? null : id.id();
    }

    @Override
    public @Nullable UUID profile() {
        return deviceProfileId == null ? null : deviceProfileId.id();
    }

    @Override
    public AssignableContent content(CustomerId customer) {
        JsonNode data =
                deviceData == null || deviceData.isNull() ? DeviceKind.defaultData() : deviceData;
        DocumentRules.limited("deviceData", data);
        return AssignableContent.labelled(
                name, label, customer, additionalInfo, Map.of(DeviceKind.DATA, data));
    }
}
