// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.transport.device.AttributeValues;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends changes of shared attributes to the connections of their device. */
final class DownlinkNotifications implements DeviceNotifications {

    private final DeviceDownlinks downlinks;

    DownlinkNotifications(DeviceDownlinks downlinks) {
        this.downlinks = downlinks;
    }

    @Override
    public void attributesSaved(TenantId tenant, DeviceId device, List<KeyValue> attributes) {
        send(tenant, device, AttributeValues.object(attributes));
    }

    @Override
    public void attributesDeleted(TenantId tenant, DeviceId device, Collection<String> keys) {
        ObjectNode deletion = JsonMapper.shared().createObjectNode();
        ArrayNode deleted = deletion.putArray("deleted");
        keys.forEach(deleted::add);
        send(tenant, device, deletion);
    }

    private void send(TenantId tenant, DeviceId device, ObjectNode change) {
        downlinks.attributesChanged(
                tenant, device, change.toString().getBytes(StandardCharsets.UTF_8));
    }
}
