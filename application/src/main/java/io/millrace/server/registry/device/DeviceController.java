// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableResource;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdRules;
import io.millrace.server.web.api.Required;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The routes of devices and their credentials. */
@RestController
@Tag(name = "device")
class DeviceController {

    private final AssignableResource<Device> devices;
    private final DeviceService service;
    private final DeviceInfos infos;
    private final JsonMapper json;

    DeviceController(
            AssignableEntities<Device> devices,
            DeviceService service,
            DeviceInfos infos,
            JsonMapper json) {
        this.devices = devices.resource();
        this.service = service;
        this.infos = infos;
        this.json = json;
    }

    @GetMapping("/api/device/{deviceId}")
    @Operation(operationId = "getDeviceById", summary = "Get a device")
    @Roles.TenantOrCustomer
    Device get(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        return devices.get(caller, deviceId);
    }

    @GetMapping("/api/device/info/{deviceId}")
    @Operation(
            operationId = "getDeviceInfoById",
            summary = "Get a device with the names of its customer and profile")
    @Roles.TenantOrCustomer
    DeviceInfo info(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        return infos.of(devices.info(caller, deviceId));
    }

    @GetMapping("/api/tenant/device")
    @Operation(operationId = "getTenantDeviceByName", summary = "Get a device by name")
    @Roles.TenantAdmin
    Device byName(@RequestParam String deviceName, @AuthenticationPrincipal SecurityUser caller) {
        return devices.byName(caller, deviceName);
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/tenant/devices", params = "deviceName")
    @Hidden
    @Roles.TenantAdmin
    Device byNameInList(
            @RequestParam String deviceName, @AuthenticationPrincipal SecurityUser caller) {
        return byName(deviceName, caller);
    }

    @GetMapping(path = "/api/tenant/devices", params = "!deviceName")
    @Operation(operationId = "getTenantDevices", summary = "List devices")
    @Roles.TenantAdmin
    PageData<Device> list(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return devices.list(caller, type, link);
    }

    @GetMapping("/api/tenant/deviceInfos")
    @Operation(
            operationId = "getTenantDeviceInfos",
            summary = "List devices with the names of their customers and profiles")
    @Roles.TenantAdmin
    PageData<DeviceInfo> listInfos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID deviceProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        return infos.of(devices.infos(caller, type, deviceProfileId, link));
    }

    @GetMapping("/api/devices")
    @Operation(
            operationId = "getDevicesByIds",
            summary = "Get those of the devices that exist and that the caller may see")
    @Roles.TenantOrCustomer
    List<Device> some(
            @RequestParam List<UUID> deviceIds, @AuthenticationPrincipal SecurityUser caller) {
        return devices.some(caller, IdRules.limited("deviceIds", deviceIds));
    }

    @PostMapping("/api/device")
    @Operation(operationId = "saveDevice", summary = "Add a device, or change one")
    @Roles.TenantOrCustomer
    Device save(
            @RequestBody DeviceRequest body,
            @RequestParam(required = false) @Nullable String accessToken,
            @AuthenticationPrincipal SecurityUser caller) {
        if (body.id() != null || accessToken == null || accessToken.isEmpty()) {
            return devices.save(caller, body);
        }
        String token = CredentialsRequest.requireToken("accessToken", accessToken);
        return devices.save(caller, body, service.with(CredentialsContent.accessToken(token)));
    }

    @PostMapping("/api/device-with-credentials")
    @Operation(
            operationId = "saveDeviceWithCredentials",
            summary = "Add or change a device together with its credentials")
    @Roles.TenantAdmin
    Device saveWithCredentials(
            @RequestBody WithCredentials body, @AuthenticationPrincipal SecurityUser caller) {
        if (body.device() == null) {
            throw ApiException.badRequest("device: must be a JSON object; it is missing");
        }
        if (body.credentials() == null) {
            throw ApiException.badRequest("credentials: must be a JSON object; it is missing");
        }
        return devices.save(caller, body.device(), service.with(body.credentials().content(json)));
    }

    @DeleteMapping("/api/device/{deviceId}")
    @Operation(operationId = "deleteDevice", summary = "Delete a device")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        devices.delete(caller, deviceId);
    }

    @GetMapping("/api/device/{deviceId}/credentials")
    @Operation(
            operationId = "getDeviceCredentialsByDeviceId",
            summary = "Get the credentials of a device")
    @Roles.TenantOrCustomer
    DeviceCredentials credentials(
            @PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        return service.credentialsOf(devices.get(caller, deviceId));
    }

    @PostMapping("/api/device/credentials")
    @Operation(
            operationId = "updateDeviceCredentials",
            summary = "Change the credentials of a device; its live sessions are closed")
    @Roles.TenantAdmin
    DeviceCredentials saveCredentials(
            @RequestBody CredentialsRequest body, @AuthenticationPrincipal SecurityUser caller) {
        if (body.deviceId() == null) {
            throw ApiException.badRequest("deviceId: must be the id of a device; it is missing");
        }
        Device device = devices.get(caller, body.deviceId().id());
        if (body.id() != null && !service.credentialsOf(device).id().equals(body.id())) {
            throw ApiException.badRequest("id: the credentials of the device have another id");
        }
        return service.changeCredentials(device, body.content(json), body.version());
    }

    record WithCredentials(
            @Required @Nullable DeviceRequest device,
            @Required @Nullable CredentialsRequest credentials) {}
}
