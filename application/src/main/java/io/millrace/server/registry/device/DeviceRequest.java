// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A device to be made ({@code id} null) or changed. What stands in ThingsBoard's shape besides is ignored.
 *
 * @param type name of its profile, which is made where it is missing; counts only without {@code deviceProfileId}
 * @param customerId null: as it is
 * @param version where it is given, the change is refused unless the stored version is the same
 */
record DeviceRequest(
        @Nullable DeviceId id,
        @Nullable String name,
        @Nullable String type,
        @Nullable String label,
        @Nullable DeviceProfileId deviceProfileId,
        @Nullable CustomerId customerId,
        @Nullable JsonNode deviceData,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /** The checked content, for a customer that has been decided. */
    DeviceContent content(CustomerId customer) {
        return new DeviceContent(
                NameRules.requireName("name", name),
                NameRules.optionalText("label", label),
                customer,
                deviceData == null || deviceData.isNull()
                        ? DeviceContent.defaultData()
                        : deviceData,
                additionalInfo);
    }
}
