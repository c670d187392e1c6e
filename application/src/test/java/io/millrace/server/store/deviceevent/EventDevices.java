// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.TransportOptions;
import java.util.UUID;

/** Devices as transports know them. */
final class EventDevices {

    private EventDevices() {}

    static AuthenticatedDevice device(TenantId tenant, UUID id) {
        return new AuthenticatedDevice(
                tenant,
                new DeviceId(id),
                "Device " + id,
                "default",
                null,
                new DeviceProfileId(new UUID(3, 1)),
                null,
                null,
                TransportOptions.DEFAULT);
    }
}
