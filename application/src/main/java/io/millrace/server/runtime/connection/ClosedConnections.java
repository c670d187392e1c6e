// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.registry.tenant.TenantDeleted;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.DeviceConnections;
import org.springframework.context.event.EventListener;

/** Closes the connections of deleted devices and tenants, and of devices with new credentials. */
final class ClosedConnections {

    private final DeviceConnections connections;

    ClosedConnections(DeviceConnections connections) {
        this.connections = connections;
    }

    @EventListener
    void on(DeviceEvent.Deleted event) {
        connections.close(event.device(), CloseCause.DEVICE_DELETED);
    }

    @EventListener
    void on(DeviceEvent.CredentialsChanged event) {
        connections.close(event.device(), CloseCause.CREDENTIALS_CHANGED);
    }

    @EventListener
    void on(TenantDeleted event) {
        connections.close(event.tenant(), CloseCause.TENANT_DELETED);
    }
}
