// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.profile.ProfileResource;
import io.millrace.server.web.api.NamedEntity;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
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

/** The routes of device profiles. */
@RestController
@Tag(name = "device-profile")
class DeviceProfileController {

    private final ProfileResource<DeviceProfile> profiles;

    DeviceProfileController(ProfileResource<DeviceProfile> profiles) {
        this.profiles = profiles;
    }

    @GetMapping("/api/deviceProfile/{deviceProfileId}")
    @Operation(operationId = "getDeviceProfileById", summary = "Get a device profile")
    @Roles.TenantOrCustomer
    DeviceProfile get(
            @PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.get(caller, deviceProfileId);
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

    @GetMapping("/api/deviceProfileInfos")
    @Operation(
            operationId = "getDeviceProfileInfos",
            summary = "List the short forms of device profiles")
    @Roles.TenantOrCustomer
    PageData<DeviceProfileInfo> infos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable TransportType transportType,
            @AuthenticationPrincipal SecurityUser caller) {
        return transportType == null || transportType == TransportType.DEFAULT
                ? profiles.list(caller, link).map(DeviceProfileInfo::of)
                : PageData.of(link, List.of(), 0);
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
    @Operation(operationId = "saveDeviceProfile", summary = "Add a device profile, or change one")
    @Roles.TenantAdmin
    DeviceProfile save(
            @RequestBody DeviceProfileRequest body, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.save(caller, body);
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
