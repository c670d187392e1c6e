// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableResource;
import io.millrace.server.web.api.IdRules;
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

/** The routes of assets. */
@RestController
@Tag(name = "asset")
class AssetController {

    private final AssignableResource<Asset> assets;

    AssetController(AssignableEntities<Asset> assets) {
        this.assets = assets.resource();
    }

    @GetMapping("/api/asset/{assetId}")
    @Operation(operationId = "getAssetById", summary = "Get an asset")
    @Roles.TenantOrCustomer
    Asset get(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        return assets.get(caller, assetId);
    }

    @GetMapping("/api/asset/info/{assetId}")
    @Operation(
            operationId = "getAssetInfoById",
            summary = "Get an asset with the names of its customer and profile")
    @Roles.TenantOrCustomer
    AssetInfo info(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        return AssetInfo.of(assets.info(caller, assetId));
    }

    @GetMapping("/api/tenant/asset")
    @Operation(operationId = "getTenantAssetByName", summary = "Get an asset by name")
    @Roles.TenantAdmin
    Asset byName(@RequestParam String assetName, @AuthenticationPrincipal SecurityUser caller) {
        return assets.byName(caller, assetName);
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/tenant/assets", params = "assetName")
    @Hidden
    @Roles.TenantAdmin
    Asset byNameInList(
            @RequestParam String assetName, @AuthenticationPrincipal SecurityUser caller) {
        return byName(assetName, caller);
    }

    @GetMapping(path = "/api/tenant/assets", params = "!assetName")
    @Operation(operationId = "getTenantAssets", summary = "List assets")
    @Roles.TenantAdmin
    PageData<Asset> list(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return assets.list(caller, type, link);
    }

    @GetMapping("/api/tenant/assetInfos")
    @Operation(
            operationId = "getTenantAssetInfos",
            summary = "List assets with the names of their customers and profiles")
    @Roles.TenantAdmin
    PageData<AssetInfo> listInfos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID assetProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        return assets.infos(caller, type, assetProfileId, link).map(AssetInfo::of);
    }

    @GetMapping("/api/assets")
    @Operation(
            operationId = "getAssetsByIds",
            summary = "Get those of the assets that exist and that the caller may see")
    @Roles.TenantOrCustomer
    List<Asset> some(
            @RequestParam List<UUID> assetIds, @AuthenticationPrincipal SecurityUser caller) {
        return assets.some(caller, IdRules.limited("assetIds", assetIds));
    }

    @GetMapping("/api/asset/types")
    @Operation(
            operationId = "getAssetTypes",
            summary = "List the types of the assets that the caller may see")
    @Roles.TenantOrCustomer
    List<AssetType> types(@AuthenticationPrincipal SecurityUser caller) {
        return assets.types(caller).stream()
                .map(type -> new AssetType(caller.tenantId(), type))
                .toList();
    }

    @PostMapping("/api/asset")
    @Operation(operationId = "saveAsset", summary = "Add an asset, or change one")
    @Roles.TenantOrCustomer
    Asset save(@RequestBody AssetRequest body, @AuthenticationPrincipal SecurityUser caller) {
        return assets.save(caller, body);
    }

    @DeleteMapping("/api/asset/{assetId}")
    @Operation(operationId = "deleteAsset", summary = "Delete an asset")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        assets.delete(caller, assetId);
    }
}
