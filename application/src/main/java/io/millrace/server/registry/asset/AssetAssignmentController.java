// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

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

/** The routes that assign assets to customers. */
@RestController
@Tag(name = "asset")
class AssetAssignmentController {

    private final AssignmentResource<Asset> assets;

    AssetAssignmentController(AssignableEntities<Asset> assets) {
        this.assets = assets.assignments();
    }

    @PostMapping("/api/customer/{customerId}/asset/{assetId}")
    @Operation(operationId = "assignAssetToCustomer", summary = "Assign an asset to a customer")
    @Roles.TenantAdmin
    Asset assign(
            @PathVariable UUID customerId,
            @PathVariable UUID assetId,
            @AuthenticationPrincipal SecurityUser caller) {
        return assets.assign(caller, customerId, assetId);
    }

    @DeleteMapping("/api/customer/asset/{assetId}")
    @Operation(
            operationId = "unassignAssetFromCustomer",
            summary = "Take an asset away from its customer")
    @Roles.TenantAdmin
    Asset unassign(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        return assets.unassign(caller, assetId);
    }

    @GetMapping("/api/customer/{customerId}/assets")
    @Operation(operationId = "getCustomerAssets", summary = "List the assets of a customer")
    @Roles.TenantOrCustomer
    PageData<Asset> list(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return assets.list(caller, customerId, type, link);
    }

    @GetMapping("/api/customer/{customerId}/assetInfos")
    @Operation(
            operationId = "getCustomerAssetInfos",
            summary = "List the assets of a customer with the names of customer and profiles")
    @Roles.TenantOrCustomer
    PageData<AssetInfo> listInfos(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID assetProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        return assets.infos(caller, customerId, type, assetProfileId, link).map(AssetInfo::of);
    }
}
