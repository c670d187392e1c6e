// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.registry.deviceprofile.DeviceProfileChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.DeviceConnections;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.context.event.EventListener;

/**
 * Applies changes of devices to their connections to this instance. Connections of deleted devices, and of devices with new
 * credentials, are closed; others continue with the device's new name, profile, rule chain and queue.
 */
final class ChangedDevices {

    private final DeviceConnections connections;
    private final DeviceDirectory devices;
    private final DatabaseLookups lookups;

    ChangedDevices(
            DeviceConnections connections, DeviceDirectory devices, DatabaseLookups lookups) {
        this.connections = connections;
        this.devices = devices;
        this.lookups = lookups;
    }

    @EventListener
    void on(DeviceEvent event) {
        switch (event) {
            case DeviceEvent.Created _ -> {}
            case DeviceEvent.Changed(_, DeviceId device) ->
                    update(() -> devices.find(List.of(device)));
            case DeviceEvent.CredentialsChanged(_, DeviceId device) ->
                    close(device, CloseCause.CREDENTIALS_CHANGED);
            case DeviceEvent.Deleted(_, DeviceId device) ->
                    close(device, CloseCause.DEVICE_DELETED);
        }
    }

    @EventListener
    void on(DeviceProfileChanged event) {
        update(() -> devices.findWithProfile(event.profile(), connections.devices()));
    }

    @EventListener
    void on(TenantDeleted event) {
        connections.close(event.tenant(), CloseCause.TENANT_DELETED);
    }

    private void update(Supplier<List<AuthenticatedDevice>> changed) {
        var _ =
                lookups.runUntilAnswered(TenantId.SYSTEM, changed)
                        .thenAccept(infos -> infos.forEach(connections::update));
    }

    private void close(DeviceId device, CloseCause cause) {
        var _ = connections.close(device, cause);
    }
}
