// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.customer.CustomerBelongings;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Devices of a customer that is deleted are assigned to nobody. */
@Component
final class DevicesOfCustomers implements CustomerBelongings {

    private final DeviceRepository devices;
    private final DeviceCaches caches;
    private final ApplicationEventPublisher events;

    DevicesOfCustomers(
            DeviceRepository devices, DeviceCaches caches, ApplicationEventPublisher events) {
        this.devices = devices;
        this.caches = caches;
        this.events = events;
    }

    @Override
    public Runnable release(TenantId tenant, CustomerId customer) {
        List<DeviceId> released = devices.unassignAll(tenant, customer);
        return () -> announce(tenant, released);
    }

    private void announce(TenantId tenant, List<DeviceId> released) {
        if (released.isEmpty()) {
            return;
        }
        caches.forgetAll();
        released.forEach(device -> events.publishEvent(new DeviceEvent.Changed(tenant, device)));
    }
}
