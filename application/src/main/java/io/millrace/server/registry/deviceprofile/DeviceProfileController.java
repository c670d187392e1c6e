// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.api.NamedEntity;
import io.millrace.server.web.security.EntityAccess;
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

/** Device profiles over REST. */
@RestController
@Tag(name = "device-profile")
class DeviceProfileController {

    private final EntityAccess access;
    private final DeviceProfileRepository profiles;
    private final DeviceProfileService service;
    private final EntityActions actions;

    DeviceProfileController(
            EntityAccess access,
            DeviceProfileRepository profiles,
            DeviceProfileService service,
            EntityActions actions) {
        this.access = access;
        this.profiles = profiles;
        this.service = service;
        this.actions = actions;
    }

    @GetMapping("/api/deviceProfile/{deviceProfileId}")
    @Operation(summary = "Get a device profile")
    @Roles.TenantOrCustomer
    DeviceProfile get(
            @PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, profiles, deviceProfileId);
    }

    @GetMapping("/api/deviceProfileInfo/{deviceProfileId}")
    @Operation(summary = "Get the short form of a device profile")
    @Roles.TenantOrCustomer
    DeviceProfileInfo info(
            @PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return DeviceProfileInfo.of(access.require(caller, profiles, deviceProfileId));
    }

    @GetMapping("/api/deviceProfileInfo/default")
    @Operation(summary = "Get the short form of the default device profile")
    @Roles.TenantOrCustomer
    DeviceProfileInfo defaultInfo(@AuthenticationPrincipal SecurityUser caller) {
        return DeviceProfileInfo.of(service.defaultOf(caller.tenantId()));
    }

    @GetMapping("/api/deviceProfiles")
    @Operation(summary = "List device profiles")
    @Roles.TenantAdmin
    PageData<DeviceProfile> list(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.list(caller.tenantId(), link);
    }

    @GetMapping("/api/deviceProfileInfos")
    @Operation(summary = "List the short forms of device profiles")
    @Roles.TenantOrCustomer
    PageData<DeviceProfileInfo> infos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable TransportType transportType,
            @AuthenticationPrincipal SecurityUser caller) {
        return transportType == null || transportType == TransportType.DEFAULT
                ? profiles.list(caller.tenantId(), link).map(DeviceProfileInfo::of)
                : PageData.of(link, List.of(), 0);
    }

    @GetMapping("/api/deviceProfile/names")
    @Operation(
            summary = "List the names of all device profiles, or of those only that have devices")
    @Roles.TenantOrCustomer
    List<NamedEntity> names(
            @RequestParam(defaultValue = "false") boolean activeOnly,
            @AuthenticationPrincipal SecurityUser caller) {
        return profiles.names(caller.tenantId(), activeOnly);
    }

    @PostMapping("/api/deviceProfile/{deviceProfileId}/default")
    @Operation(summary = "Make a device profile the one for devices that name none")
    @Roles.TenantAdmin
    DeviceProfile makeDefault(
            @PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        DeviceProfile profile = access.require(caller, profiles, deviceProfileId);
        DeviceProfile former = service.defaultOf(profile.tenantId());
        DeviceProfile chosen = service.makeDefault(profile);
        if (!chosen.id().equals(former.id())) {
            profiles.find(former.tenantId(), former.id().id())
                    .ifPresent(changed -> actions.updated(caller, changed, changed));
            actions.updated(caller, chosen, chosen);
        }
        return chosen;
    }

    @DeleteMapping("/api/deviceProfile/{deviceProfileId}")
    @Operation(summary = "Delete a device profile that is neither the default nor in use")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID deviceProfileId, @AuthenticationPrincipal SecurityUser caller) {
        DeviceProfile profile = access.require(caller, profiles, deviceProfileId);
        Runnable tell = actions.deletion(caller, profile, profile);
        service.delete(profile);
        tell.run();
    }

    @PostMapping("/api/deviceProfile")
    @Operation(summary = "Make a device profile, or change one")
    @Roles.TenantAdmin
    DeviceProfile save(
            @RequestBody DeviceProfileRequest body, @AuthenticationPrincipal SecurityUser caller) {
        DeviceProfileContent content = body.content();
        if (body.id() == null) {
            DeviceProfile added = service.add(caller.tenantId(), content);
            actions.created(caller, added, added);
            return added;
        }
        DeviceProfile stored = access.require(caller, profiles, body.id().id());
        DeviceProfile changed = service.change(stored, content, body.version());
        actions.updated(caller, changed, changed);
        return changed;
    }
}
