// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Reassignments;
import io.millrace.server.registry.customer.Reassignments.Reassignment;
import io.millrace.server.registry.device.DeviceRepository.DeviceFilter;
import io.millrace.server.registry.device.DeviceRepository.Listed;
import io.millrace.server.registry.deviceprofile.DeviceProfileRepository;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
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
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Devices and their credentials over REST. */
@RestController
@Tag(name = "device")
class DeviceController {

    private final EntityAccess access;
    private final DeviceRepository devices;
    private final DeviceProfileRepository profiles;
    private final DeviceService service;
    private final DeviceInfos infos;
    private final EntityActions actions;
    private final Reassignments reassignments;
    private final JsonMapper json;

    DeviceController(
            EntityAccess access,
            DeviceRepository devices,
            DeviceProfileRepository profiles,
            DeviceService service,
            DeviceInfos infos,
            EntityActions actions,
            Reassignments reassignments,
            JsonMapper json) {
        this.access = access;
        this.devices = devices;
        this.profiles = profiles;
        this.service = service;
        this.infos = infos;
        this.actions = actions;
        this.reassignments = reassignments;
        this.json = json;
    }

    @GetMapping("/api/device/{deviceId}")
    @Operation(summary = "Get a device")
    @Roles.TenantOrCustomer
    Device get(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, devices, deviceId);
    }

    @GetMapping("/api/device/info/{deviceId}")
    @Operation(summary = "Get a device with the names around it")
    @Roles.TenantOrCustomer
    DeviceInfo info(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        return infos.of(access.require(caller, devices, deviceId));
    }

    @GetMapping(path = "/api/tenant/devices", params = "deviceName")
    @Operation(summary = "Get a device by name, or list devices")
    @Roles.TenantAdmin
    Device byName(@RequestParam String deviceName, @AuthenticationPrincipal SecurityUser caller) {
        return devices.findByName(caller.tenantId(), deviceName)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Device with name '%s' is not found".formatted(deviceName)));
    }

    @GetMapping(path = "/api/tenant/devices", params = "!deviceName")
    @Operation(summary = "Get a device by name, or list devices")
    @Roles.TenantAdmin
    PageData<Device> list(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        DeviceFilter filter = new DeviceFilter(type, null, null);
        return devices.list(caller.tenantId(), filter, link).map(Listed::device);
    }

    @GetMapping("/api/tenant/deviceInfos")
    @Operation(summary = "List devices with the names around them")
    @Roles.TenantAdmin
    PageData<DeviceInfo> listInfos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID deviceProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        DeviceFilter filter = new DeviceFilter(type, deviceProfileId, null);
        return infos.list(caller.tenantId(), filter, link);
    }

    @PostMapping("/api/device")
    @Operation(summary = "Make a device, or change one")
    @Roles.TenantOrCustomer
    Device save(
            @RequestBody DeviceRequest body,
            @RequestParam(required = false) @Nullable String accessToken,
            @AuthenticationPrincipal SecurityUser caller) {
        if (body.id() != null) {
            return change(caller, body.id(), body, null);
        }
        CredentialsContent secret =
                accessToken == null || accessToken.isEmpty()
                        ? CredentialsContent.generated()
                        : CredentialsContent.accessToken(
                                CredentialsRequest.requireToken("accessToken", accessToken));
        return create(caller, body, secret);
    }

    @PostMapping("/api/device-with-credentials")
    @Operation(summary = "Make or change a device together with its credentials")
    @Roles.TenantAdmin
    Device saveWithCredentials(
            @RequestBody WithCredentials body, @AuthenticationPrincipal SecurityUser caller) {
        if (body.device() == null) {
            throw ApiException.badRequest("device: expected a JSON object, but it is missing");
        }
        if (body.credentials() == null) {
            throw ApiException.badRequest("credentials: expected a JSON object, but it is missing");
        }
        CredentialsContent secret = body.credentials().content(json);
        DeviceId id = body.device().id();
        return id == null
                ? create(caller, body.device(), secret)
                : change(caller, id, body.device(), secret);
    }

    @DeleteMapping("/api/device/{deviceId}")
    @Operation(summary = "Delete a device")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        Device device = access.require(caller, devices, deviceId);
        Runnable tell = actions.deletion(caller, device, device);
        service.delete(device);
        tell.run();
    }

    @GetMapping("/api/device/{deviceId}/credentials")
    @Operation(summary = "Get what a device proves itself with")
    @Roles.TenantOrCustomer
    DeviceCredentials credentials(
            @PathVariable UUID deviceId, @AuthenticationPrincipal SecurityUser caller) {
        return service.credentialsOf(access.require(caller, devices, deviceId));
    }

    @PostMapping("/api/device/credentials")
    @Operation(summary = "Give a device other credentials; its live sessions are closed")
    @Roles.TenantAdmin
    DeviceCredentials saveCredentials(
            @RequestBody CredentialsRequest body, @AuthenticationPrincipal SecurityUser caller) {
        if (body.deviceId() == null) {
            throw ApiException.badRequest(
                    "deviceId: expected the id of a device, but it is missing");
        }
        Device device = access.require(caller, devices, body.deviceId().id());
        if (body.id() != null && !service.credentialsOf(device).id().equals(body.id())) {
            throw ApiException.badRequest("id: the device's credentials have another id");
        }
        return service.changeCredentials(device, body.content(json), body.version());
    }

    private Device create(SecurityUser caller, DeviceRequest body, CredentialsContent secret) {
        if (caller.authority() != Authority.TENANT_ADMIN) {
            throw ApiException.forbidden("Only an administrator of the tenant may make devices");
        }
        CustomerId customer = body.customerId() == null ? IdJson.NO_CUSTOMER : body.customerId();
        ProfileChoice profile = profileOf(caller, body, new ProfileChoice.Default());
        Device created = service.create(caller.tenantId(), body.content(customer), profile, secret);
        actions.created(caller, created, created);
        return created;
    }

    private Device change(
            SecurityUser caller,
            DeviceId id,
            DeviceRequest body,
            @Nullable CredentialsContent secret) {
        Device stored = access.require(caller, devices, id.id());
        CustomerId customer = body.customerId() == null ? stored.customerId() : body.customerId();
        if (caller.authority() == Authority.CUSTOMER_USER
                && !customer.equals(stored.customerId())) {
            throw ApiException.forbidden("Only an administrator of the tenant may assign devices");
        }
        ProfileChoice profile =
                profileOf(caller, body, new ProfileChoice.Existing(stored.deviceProfileId()));
        Reassignment reassignment = reassignments.of(stored, customer);
        Device changed =
                service.change(stored, body.content(customer), profile, body.version(), secret);
        actions.updated(caller, changed, changed);
        reassignment.tell(caller, changed);
        return changed;
    }

    private ProfileChoice profileOf(
            SecurityUser caller, DeviceRequest body, ProfileChoice otherwise) {
        if (body.deviceProfileId() != null) {
            return new ProfileChoice.Existing(
                    access.require(caller, profiles, body.deviceProfileId().id()).id());
        }
        String type = blankToNull(body.type());
        return type == null
                ? otherwise
                : new ProfileChoice.Named(NameRules.requireName("type", type));
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    record WithCredentials(
            @Nullable DeviceRequest device, @Nullable CredentialsRequest credentials) {}
}
