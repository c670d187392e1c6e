// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerBelongings;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Devices of a customer that is deleted are assigned to nobody. */
@Component
final class DevicesOfCustomers implements CustomerBelongings {

    private final DeviceRepository devices;
    private final DeviceCaches caches;
    private final ApplicationEventPublisher events;
    private final EntityActions actions;

    DevicesOfCustomers(
            DeviceRepository devices,
            DeviceCaches caches,
            ApplicationEventPublisher events,
            EntityActions actions) {
        this.devices = devices;
        this.caches = caches;
        this.events = events;
        this.actions = actions;
    }

    @Override
    public Released release(SecurityUser by, Customer customer, int most) {
        List<Device> released = devices.unassignSome(customer.tenantId(), customer.id(), most);
        return new Released(released.size(), () -> announce(by, customer, released));
    }

    private void announce(SecurityUser by, Customer customer, List<Device> released) {
        if (released.isEmpty()) {
            return;
        }
        caches.forgetAll();
        released.forEach(device ->
                events.publishEvent(new DeviceEvent.Changed(device.tenantId(), device.id())));
        actions.unassigned(by, released, customer.id(), customer.title());
    }
}
