// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.profile.ProfileResource;
import io.millrace.server.web.api.IdRules;
import io.millrace.server.web.api.NamedEntity;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Hidden;
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

/** The routes of asset profiles. */
@RestController
@Tag(name = "asset-profile")
class AssetProfileController {

    private final ProfileResource<AssetProfile> profiles;

    AssetProfileController(ProfileResource<AssetProfile> profiles) {
        this.profiles = profiles;
    }

    @GetMapping("/api/assetProfile/{assetProfileId}")
    @Operation(operationId = "getAssetProfileById", summary = "Get an asset profile")
    @Roles.TenantOrCustomer
    AssetProfile get(
            @PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.get(caller, assetProfileId);
    }

    @GetMapping("/api/assetProfileInfo/{assetProfileId}")
    @Operation(
            operationId = "getAssetProfileInfoById",
            summary = "Get the short form of an asset profile")
    @Roles.TenantOrCustomer
    AssetProfileInfo info(
            @PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return AssetProfileInfo.of(profiles.get(caller, assetProfileId));
    }

    @GetMapping("/api/assetProfileInfo/default")
    @Operation(
            operationId = "getDefaultAssetProfileInfo",
            summary = "Get the short form of the default asset profile")
    @Roles.TenantOrCustomer
    AssetProfileInfo defaultInfo(@AuthenticationPrincipal SecurityUser caller) {
        return AssetProfileInfo.of(profiles.defaultOne(caller));
    }

    @GetMapping("/api/assetProfiles")
    @Operation(operationId = "getAssetProfiles", summary = "List asset profiles")
    @Roles.TenantAdmin
    PageData<AssetProfile> list(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.list(caller, link);
    }

    @GetMapping(path = "/api/assetProfileInfos", params = "!assetProfileIds")
    @Operation(
            operationId = "getAssetProfileInfos",
            summary = "List the short forms of asset profiles")
    @Roles.TenantOrCustomer
    PageData<AssetProfileInfo> infos(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.list(caller, link).map(AssetProfileInfo::of);
    }

    @GetMapping("/api/assetProfileInfos/list")
    @Operation(
            operationId = "getAssetProfileInfosByIds",
            summary = "Get the short forms of those of the asset profiles that exist")
    @Roles.TenantOrCustomer
    List<AssetProfileInfo> some(
            @RequestParam List<UUID> assetProfileIds,
            @AuthenticationPrincipal SecurityUser caller) {
        return profiles.some(caller, IdRules.limited("assetProfileIds", assetProfileIds)).stream()
                .map(AssetProfileInfo::of)
                .toList();
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/assetProfileInfos", params = "assetProfileIds")
    @Hidden
    @Roles.TenantOrCustomer
    List<AssetProfileInfo> someInList(
            @RequestParam List<UUID> assetProfileIds,
            @AuthenticationPrincipal SecurityUser caller) {
        return some(assetProfileIds, caller);
    }

    @GetMapping("/api/assetProfile/names")
    @Operation(
            operationId = "getAssetProfileNames",
            summary = "List the names of all asset profiles, or only of those that have assets")
    @Roles.TenantOrCustomer
    List<NamedEntity> names(
            @RequestParam(defaultValue = "false") boolean activeOnly,
            @AuthenticationPrincipal SecurityUser caller) {
        return profiles.names(caller, activeOnly);
    }

    @PostMapping("/api/assetProfile")
    @Operation(operationId = "saveAssetProfile", summary = "Add an asset profile, or change one")
    @Roles.TenantAdmin
    AssetProfile save(
            @RequestBody AssetProfileRequest body, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.save(caller, body);
    }

    @PostMapping("/api/assetProfile/{assetProfileId}/default")
    @Operation(
            operationId = "setDefaultAssetProfile",
            summary = "Make an asset profile the default one for new assets")
    @Roles.TenantAdmin
    AssetProfile makeDefault(
            @PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        return profiles.makeDefault(caller, assetProfileId);
    }

    @DeleteMapping("/api/assetProfile/{assetProfileId}")
    @Operation(
            operationId = "deleteAssetProfile",
            summary = "Delete an asset profile that is neither the default nor in use")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID assetProfileId, @AuthenticationPrincipal SecurityUser caller) {
        profiles.delete(caller, assetProfileId);
    }
}
