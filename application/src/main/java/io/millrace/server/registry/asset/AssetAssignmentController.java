// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.CustomerId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.asset.AssetRepository.AssetFilter;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerRepository;
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

/** The assets of customers over REST. */
@RestController
@Tag(name = "asset")
class AssetAssignmentController {

    private final EntityAccess access;
    private final CustomerRepository customers;
    private final AssetRepository assets;
    private final AssetService service;
    private final EntityActions actions;

    AssetAssignmentController(
            EntityAccess access,
            CustomerRepository customers,
            AssetRepository assets,
            AssetService service,
            EntityActions actions) {
        this.access = access;
        this.customers = customers;
        this.assets = assets;
        this.service = service;
        this.actions = actions;
    }

    @PostMapping("/api/customer/{customerId}/asset/{assetId}")
    @Operation(summary = "Assign an asset to a customer")
    @Roles.TenantAdmin
    Asset assign(
            @PathVariable UUID customerId,
            @PathVariable UUID assetId,
            @AuthenticationPrincipal SecurityUser caller) {
        Customer customer = access.require(caller, customers, customerId);
        Asset assigned = service.assign(access.require(caller, assets, assetId), customer.id());
        actions.assigned(caller, assigned, assigned, customer.id(), customer.title());
        return assigned;
    }

    @DeleteMapping("/api/customer/asset/{assetId}")
    @Operation(summary = "Take an asset away from its customer")
    @Roles.TenantAdmin
    Asset unassign(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        Asset asset = access.require(caller, assets, assetId);
        if (asset.customerId().equals(IdJson.NO_CUSTOMER)) {
            throw ApiException.badRequest("The asset is not assigned to any customer");
        }
        Customer customer = access.require(caller, customers, asset.customerId().id());
        Asset unassigned = service.assign(asset, IdJson.NO_CUSTOMER);
        // The message is one of the former customer's still.
        actions.unassigned(caller, asset, unassigned, customer.id(), customer.title());
        return unassigned;
    }

    @GetMapping("/api/customer/{customerId}/assets")
    @Operation(summary = "List the assets of a customer")
    @Roles.TenantOrCustomer
    PageData<Asset> list(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        CustomerId customer = access.require(caller, customers, customerId).id();
        AssetFilter filter = new AssetFilter(type, null, customer.id());
        return assets.list(caller.tenantId(), filter, link).map(AssetInfo::asset);
    }

    @GetMapping("/api/customer/{customerId}/assetInfos")
    @Operation(summary = "List the assets of a customer with the names around them")
    @Roles.TenantOrCustomer
    PageData<AssetInfo> listInfos(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID assetProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        CustomerId customer = access.require(caller, customers, customerId).id();
        AssetFilter filter = new AssetFilter(type, assetProfileId, customer.id());
        return assets.list(caller.tenantId(), filter, link);
    }
}
