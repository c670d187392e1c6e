// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.registry.deviceprofile.DeviceProfileChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.mqtt.MqttServer;
import io.millrace.transport.mqtt.session.CloseReason;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.context.event.EventListener;

/**
 * Notifies the MQTT server of changes to connected devices. Sessions of deleted devices, and of devices with new
 * credentials, are closed; other sessions continue with the device's new name, profile, rule chain and queue.
 */
final class ChangedDevices {

    private final MqttServer server;
    private final DeviceDirectory devices;
    private final DatabaseLookups lookups;

    ChangedDevices(MqttServer server, DeviceDirectory devices, DatabaseLookups lookups) {
        this.server = server;
        this.devices = devices;
        this.lookups = lookups;
    }

    @EventListener
    void on(DeviceEvent event) {
        switch (event) {
            case DeviceEvent.Created _ -> {}
            case DeviceEvent.Changed(_, DeviceId device) ->
                    update(() -> devices.find(List.of(device)));
            case DeviceEvent.CredentialsChanged(_, DeviceId device) -> disconnect(device);
            case DeviceEvent.Deleted(_, DeviceId device) -> disconnect(device);
        }
    }

    @EventListener
    void on(DeviceProfileChanged event) {
        update(() -> devices.findWithProfile(event.profile(), server.connectedDevices()));
    }

    @EventListener
    void on(TenantDeleted event) {
        server.disconnect(event.tenant(), CloseReason.ADMINISTRATIVE_ACTION);
    }

    private void update(Supplier<List<AuthenticatedDevice>> changed) {
        var _ =
                lookups.runUntilAnswered(TenantId.SYSTEM, changed)
                        .thenAccept(infos -> infos.forEach(server::update));
    }

    private void disconnect(DeviceId device) {
        server.disconnect(device, CloseReason.ADMINISTRATIVE_ACTION);
    }
}
