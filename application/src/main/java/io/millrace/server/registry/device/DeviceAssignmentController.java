// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.device.DeviceRepository.DeviceFilter;
import io.millrace.server.registry.device.DeviceRepository.Listed;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.security.EntityAccess;
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

/** The devices of customers over REST. */
@RestController
@Tag(name = "device")
class DeviceAssignmentController {

    private final EntityAccess access;
    private final CustomerRepository customers;
    private final DeviceRepository devices;
    private final DeviceService service;
    private final DeviceInfos infos;
    private final EntityActions actions;

    DeviceAssignmentController(
            EntityAccess access,
            CustomerRepository customers,
            DeviceRepository devices,
            DeviceService service,
            DeviceInfos infos,
            EntityActions actions) {
        this.access = access;
        this.customers = customers;
        this.devices = devices;
        this.service = service;
        this.infos = infos;
        this.actions = actions;
    }

    @PostMapping("/api/customer/{customerId}/device/{deviceId}")
    @Operation(summary = "Assign a device to a customer")
    @Roles.TenantAdmin
    Device assign(
            @PathVariable UUID customerId,
            @PathVariable UUID deviceId,
            @AuthenticationPrincipal SecurityUser caller) {
        Customer customer = access.require(caller, customers, customerId);
        Device assigned = service.assign(access.require(caller, devices, deviceId), customer.id());
        actions.assigned(caller, assigned, assigned, customer.id(), customer.title());
        return assigned;
    }

    @DeleteMapping("/api/customer/device/{deviceId}")
    @Operation(summary = "Take a device away from its customer")
    @Roles.TenantAdmin
    Device unassign(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        Device device = access.require(caller, devices, deviceId);
        if (device.customerId().equals(IdJson.NO_CUSTOMER)) {
            throw ApiException.badRequest("The device is not assigned to any customer");
        }
        Customer customer = access.require(caller, customers, device.customerId().id());
        Device unassigned = service.assign(device, IdJson.NO_CUSTOMER);
        // The message is one of the former customer's still.
        actions.unassigned(caller, device, unassigned, customer.id(), customer.title());
        return unassigned;
    }

    @GetMapping("/api/customer/{customerId}/devices")
    @Operation(summary = "List the devices of a customer")
    @Roles.TenantOrCustomer
    PageData<Device> list(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        CustomerId customer = access.require(caller, customers, customerId).id();
        DeviceFilter filter = new DeviceFilter(type, null, customer.id());
        return devices.list(caller.tenantId(), filter, link).map(Listed::device);
    }

    @GetMapping("/api/customer/{customerId}/deviceInfos")
    @Operation(summary = "List the devices of a customer with the names around them")
    @Roles.TenantOrCustomer
    PageData<DeviceInfo> listInfos(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID deviceProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        CustomerId customer = access.require(caller, customers, customerId).id();
        DeviceFilter filter = new DeviceFilter(type, deviceProfileId, customer.id());
        return infos.list(caller.tenantId(), filter, link);
    }
}
