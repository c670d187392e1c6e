// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

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
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Asset profiles over REST. */
@RestController
@Tag(name = "asset-profile")
class AssetProfileController {

    private final EntityAccess access;
    private final AssetProfileRepository profiles;
    private final AssetProfileService service;
    private final EntityActions actions;

    AssetProfileController(
            EntityAccess access,
            AssetProfileRepository profiles,
            AssetProfileService service,
            EntityActions actions) {
        this.access = access;
        this.profiles = profiles;
        this.service = service;
        this.actions = actions;
    }

    @GetMapping("/api/assetProfile/{assetProfileId}")
    @Operation(summary = "Get an asset profile")
    @Roles.TenantOrCustomer
    AssetProfile get(
            @PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, profiles, assetProfileId);
    }

    @GetMapping("/api/assetProfileInfo/{assetProfileId}")
    @Operation(summary = "Get the short form of an asset profile")
    @Roles.TenantOrCustomer
    AssetProfileInfo info(
            @PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return AssetProfileInfo.of(access.require(caller, profiles, assetProfileId));
    }

    @GetMapping("/api/assetProfileInfo/default")
    @Operation(summary = "Get the short form of the default asset profile")
    @Roles.TenantOrCustomer
    AssetProfileInfo defaultInfo(@AuthenticationPrincipal SecurityUser caller) {
        return AssetProfileInfo.of(service.defaultOf(caller.tenantId()));
    }

    @GetMapping("/api/assetProfiles")
    @Operation(summary = "List asset profiles")
    @Roles.TenantAdmin
    PageData<AssetProfile> list(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.list(caller.tenantId(), link);
    }

    @GetMapping("/api/assetProfileInfos")
    @Operation(summary = "List the short forms of asset profiles")
    @Roles.TenantOrCustomer
    PageData<AssetProfileInfo> infos(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.list(caller.tenantId(), link).map(AssetProfileInfo::of);
    }

    @GetMapping("/api/assetProfile/names")
    @Operation(summary = "List the names of all asset profiles, or of those only that have assets")
    @Roles.TenantOrCustomer
    List<NamedEntity> names(
            @RequestParam(defaultValue = "false") boolean activeOnly,
            @AuthenticationPrincipal SecurityUser caller) {
        return profiles.names(caller.tenantId(), activeOnly);
    }

    @PostMapping("/api/assetProfile")
    @Operation(summary = "Make an asset profile, or change one")
    @Roles.TenantAdmin
    AssetProfile save(
            @RequestBody AssetProfileRequest body, @AuthenticationPrincipal SecurityUser caller) {
        AssetProfileContent content = body.content();
        if (body.id() == null) {
            AssetProfile added = service.add(caller.tenantId(), content);
            actions.created(caller, added, added);
            return added;
        }
        AssetProfile stored = access.require(caller, profiles, body.id().id());
        AssetProfile changed = service.change(stored, content, body.version());
        actions.updated(caller, changed, changed);
        return changed;
    }

    @PostMapping("/api/assetProfile/{assetProfileId}/default")
    @Operation(summary = "Make an asset profile the one for assets that name none")
    @Roles.TenantAdmin
    AssetProfile makeDefault(
            @PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        AssetProfile profile = access.require(caller, profiles, assetProfileId);
        AssetProfile former = service.defaultOf(profile.tenantId());
        AssetProfile chosen = service.makeDefault(profile);
        if (!chosen.id().equals(former.id())) {
            profiles.find(former.tenantId(), former.id().id())
                    .ifPresent(changed -> actions.updated(caller, changed, changed));
            actions.updated(caller, chosen, chosen);
        }
        return chosen;
    }

    @DeleteMapping("/api/assetProfile/{assetProfileId}")
    @Operation(summary = "Delete an asset profile that is neither the default nor in use")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        AssetProfile profile = access.require(caller, profiles, assetProfileId);
        Runnable tell = actions.deletion(caller, profile, profile);
        service.delete(profile);
        tell.run();
    }
}
