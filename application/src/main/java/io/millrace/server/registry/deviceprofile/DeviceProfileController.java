// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.profile.ProfileResource;
import io.millrace.server.web.api.IdRules;
import io.millrace.server.web.api.NamedEntity;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
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

/** The routes of device profiles. */
@RestController
@Tag(name = "device-profile")
class DeviceProfileController {

    private final ProfileResource<DeviceProfile> profiles;

    DeviceProfileController(ProfileResource<DeviceProfile> profiles) {
        this.profiles = profiles;
    }

    @GetMapping("/api/deviceProfile/{deviceProfileId}")
    @Operation(
            operationId = "getDeviceProfileById",
            summary = "Get a device profile",
            description =
                    "Users of customers do not get the key and the secret of provisioning requests.")
    @Roles.TenantOrCustomer
    DeviceProfile get(
            @PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        DeviceProfile profile = profiles.get(caller, deviceProfileId);
        return caller.authority() == Authority.TENANT_ADMIN
                ? profile
                : profile.withoutProvisioning();
    }

    @GetMapping("/api/deviceProfileInfo/{deviceProfileId}")
    @Operation(
            operationId = "getDeviceProfileInfoById",
            summary = "Get the short form of a device profile")
    @Roles.TenantOrCustomer
    DeviceProfileInfo info(
            @PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return DeviceProfileInfo.of(profiles.get(caller, deviceProfileId));
    }

    @GetMapping("/api/deviceProfileInfo/default")
    @Operation(
            operationId = "getDefaultDeviceProfileInfo",
            summary = "Get the short form of the default device profile")
    @Roles.TenantOrCustomer
    DeviceProfileInfo defaultInfo(@AuthenticationPrincipal SecurityUser caller) {
        return DeviceProfileInfo.of(profiles.defaultOne(caller));
    }

    @GetMapping("/api/deviceProfiles")
    @Operation(operationId = "getDeviceProfiles", summary = "List device profiles")
    @Roles.TenantAdmin
    PageData<DeviceProfile> list(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.list(caller, link);
    }

    @GetMapping(path = "/api/deviceProfileInfos", params = "!deviceProfileIds")
    @Operation(
            operationId = "getDeviceProfileInfos",
            summary = "List the short forms of device profiles")
    @Roles.TenantOrCustomer
    PageData<DeviceProfileInfo> infos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable TransportType transportType,
            @AuthenticationPrincipal SecurityUser caller) {
        PageData<DeviceProfile> page =
                transportType == null
                        ? profiles.list(caller, link)
                        : profiles.list(
                                caller, link, Map.of("transportType", transportType.name()));
        return page.map(DeviceProfileInfo::of);
    }

    @GetMapping("/api/deviceProfileInfos/list")
    @Operation(
            operationId = "getDeviceProfileInfosByIds",
            summary = "Get the short forms of those of the device profiles that exist")
    @Roles.TenantOrCustomer
    List<DeviceProfileInfo> some(
            @RequestParam List<UUID> deviceProfileIds,
            @AuthenticationPrincipal SecurityUser caller) {
        return profiles.some(caller, IdRules.limited("deviceProfileIds", deviceProfileIds)).stream()
                .map(DeviceProfileInfo::of)
                .toList();
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/deviceProfileInfos", params = "deviceProfileIds")
    @Hidden
    @Roles.TenantOrCustomer
    List<DeviceProfileInfo> someInList(
            @RequestParam List<UUID> deviceProfileIds,
            @AuthenticationPrincipal SecurityUser caller) {
        return some(deviceProfileIds, caller);
    }

    @GetMapping("/api/deviceProfile/names")
    @Operation(
            operationId = "getDeviceProfileNames",
            summary = "List the names of all device profiles, or only of those that have devices")
    @Roles.TenantOrCustomer
    List<NamedEntity> names(
            @RequestParam(defaultValue = "false") boolean activeOnly,
            @AuthenticationPrincipal SecurityUser caller) {
        return profiles.names(caller, activeOnly);
    }

    @PostMapping("/api/deviceProfile")
    @Operation(
            operationId = "saveDeviceProfile",
            summary = "Add a device profile, or change one",
            description =
                    "transportType is DEFAULT or MQTT, provisionType is DISABLED, ALLOW_CREATE_NEW_DEVICES or"
                            + " CHECK_PRE_PROVISIONED_DEVICES. provisionDeviceKey and"
                            + " profileData.provisionConfiguration.provisionDeviceSecret are generated if they are missing."
                            + " profileData.transportConfiguration.maxConnections is the number of connections that a device"
                            + " may have at once, from 1 to 100; 1 if it is missing.")
    @Roles.TenantAdmin
    DeviceProfile save(
            @RequestBody DeviceProfileRequest body, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.save(
                caller,
                body.id() == null ? body : body.completedBy(profiles.get(caller, body.id().id())));
    }

    @PostMapping("/api/deviceProfile/{deviceProfileId}/default")
    @Operation(
            operationId = "setDefaultDeviceProfile",
            summary = "Make a device profile the default one for new devices")
    @Roles.TenantAdmin
    DeviceProfile makeDefault(
            @PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.makeDefault(caller, deviceProfileId);
    }

    @DeleteMapping("/api/deviceProfile/{deviceProfileId}")
    @Operation(
            operationId = "deleteDeviceProfile",
            summary = "Delete a device profile that is neither the default nor in use")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        profiles.delete(caller, deviceProfileId);
    }
}
