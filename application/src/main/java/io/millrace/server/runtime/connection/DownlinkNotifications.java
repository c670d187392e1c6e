// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.server.runtime.mqttsession.StoredSessions;
import io.millrace.transport.device.AttributeValues;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends changes of shared attributes to the connections of their device, and keeps them for its MQTT sessions that have no
 * connection.
 */
final class DownlinkNotifications implements DeviceNotifications {

    private static final Logger log = LoggerFactory.getLogger(DownlinkNotifications.class);

    private final DeviceDownlinks downlinks;
    private final StoredSessions sessions;

    DownlinkNotifications(DeviceDownlinks downlinks, StoredSessions sessions) {
        this.downlinks = downlinks;
        this.sessions = sessions;
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
        byte[] json = change.toString().getBytes(StandardCharsets.UTF_8);
        // In this order: a session that takes over its messages in between gets the change in one
        // of the two ways.
        var _ =
                sessions.keepAttributes(device, json)
                        .whenComplete((_, error) -> {
                            if (error != null) {
                                log.warn(
                                        "Cannot keep changed attributes for the MQTT sessions of device {};"
                                                + " they get the next change",
                                        device,
                                        error);
                            }
                            downlinks.attributesChanged(tenant, device, json);
                        });
    }
}
