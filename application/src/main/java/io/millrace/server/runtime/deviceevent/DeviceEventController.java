// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deviceevent;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.device.Device;
import io.millrace.server.store.deviceevent.DeviceEventReader;
import io.millrace.server.store.deviceevent.DeviceEventReader.DeviceEvent;
import io.millrace.server.store.deviceevent.DeviceEventReader.Filter;
import io.millrace.server.store.deviceevent.DeviceEventType;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The route that shows what happened to the connections of a device. */
@RestController
@Tag(name = "device")
class DeviceEventController {

    private final AssignableEntities<Device> devices;
    private final DeviceEventReader events;

    DeviceEventController(AssignableEntities<Device> devices, DeviceEventReader events) {
        this.devices = devices;
        this.events = events;
    }

    @GetMapping("/api/device/{deviceId}/events")
    @Operation(
            operationId = "getDeviceEvents",
            summary = "List what happened to the connections of a device",
            description =
                    "Newest first; textSearch and the sort order are ignored. Equal events within ten seconds are one entry with"
                            + " a count. An entry EVENTS_DROPPED counts events of devices of the tenant that were not stored.")
    @Roles.TenantOrCustomer
    PageData<DeviceEvent> list(
            @PathVariable UUID deviceId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable DeviceEventType event,
            @RequestParam(required = false) @Nullable Long startTime,
            @RequestParam(required = false) @Nullable Long endTime,
            @AuthenticationPrincipal SecurityUser caller) {
        Device device = devices.resource().get(caller, deviceId);
        return events.list(
                device.tenantId(), device.id(), new Filter(event, startTime, endTime), link);
    }
}
