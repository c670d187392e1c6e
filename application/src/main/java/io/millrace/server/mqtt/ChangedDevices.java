// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mqtt;

import io.millrace.message.id.DeviceId;
import io.millrace.server.device.DeviceEvent;
import io.millrace.transport.mqtt.MqttServer;
import io.millrace.transport.mqtt.session.CloseReason;
import org.springframework.context.event.EventListener;

/** Ends the connections of devices that are gone or must prove themselves anew. */
final class ChangedDevices {

    private final MqttServer server;

    ChangedDevices(MqttServer server) {
        this.server = server;
    }

    @EventListener
    void on(DeviceEvent event) {
        switch (event) {
            case DeviceEvent.Created _, DeviceEvent.Changed _ -> {}
            case DeviceEvent.CredentialsChanged(_, DeviceId device) -> disconnect(device);
            case DeviceEvent.Deleted(_, DeviceId device) -> disconnect(device);
        }
    }

    private void disconnect(DeviceId device) {
        server.disconnect(device, CloseReason.ADMINISTRATIVE_ACTION);
    }
}
