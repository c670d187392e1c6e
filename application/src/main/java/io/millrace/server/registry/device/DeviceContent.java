// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a caller decides about a device, besides its profile; checked. */
record DeviceContent(
        String name,
        @Nullable String label,
        CustomerId customer,
        JsonNode deviceData,
        @Nullable JsonNode additionalInfo) {

    /** A device as it is, but for another customer. */
    static DeviceContent of(Device device, CustomerId customer) {
        JsonNode data = device.deviceData();
        return new DeviceContent(
                device.name(),
                device.label(),
                customer,
                data == null ? defaultData() : data,
                device.additionalInfo());
    }

    /** Data of a device of which nothing particular is known. */
    static ObjectNode defaultData() {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.putObject("configuration").put("type", "DEFAULT");
        data.putObject("transportConfiguration").put("type", "DEFAULT");
        return data;
    }
}
