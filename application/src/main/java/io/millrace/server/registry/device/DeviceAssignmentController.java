// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignmentResource;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The routes that assign devices to customers. */
@RestController
@Tag(name = "device")
class DeviceAssignmentController {

    private final AssignmentResource<Device> devices;
    private final DeviceInfos infos;

    DeviceAssignmentController(AssignableEntities<Device> devices, DeviceInfos infos) {
        this.devices = devices.assignments();
        this.infos = infos;
    }

    @PostMapping("/api/customer/{customerId}/device/{deviceId}")
    @Operation(operationId = "assignDeviceToCustomer", summary = "Assign a device to a customer")
    @Roles.TenantAdmin
    Device assign(
            @PathVariable UUID customerId,
            @PathVariable UUID deviceId,
            @AuthenticationPrincipal SecurityUser caller) {
        return devices.assign(caller, customerId, deviceId);
    }

    @DeleteMapping("/api/customer/device/{deviceId}")
    @Operation(
            operationId = "unassignDeviceFromCustomer",
            summary = "Take a device away from its customer")
    @Roles.TenantAdmin
    Device unassign(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        return devices.unassign(caller, deviceId);
    }

    @GetMapping("/api/customer/{customerId}/devices")
    @Operation(operationId = "getCustomerDevices", summary = "List the devices of a customer")
    @Roles.TenantOrCustomer
    PageData<Device> list(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return devices.list(caller, customerId, type, link);
    }

    @GetMapping("/api/customer/{customerId}/deviceInfos")
    @Operation(
            operationId = "getCustomerDeviceInfos",
            summary = "List the devices of a customer with the names of customer and profiles")
    @Roles.TenantOrCustomer
    PageData<DeviceInfo> listInfos(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID deviceProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        return infos.of(devices.infos(caller, customerId, type, deviceProfileId, link));
    }
}
