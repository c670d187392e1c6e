// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.asset.AssetRepository.AssetFilter;
import io.millrace.server.registry.assetprofile.AssetProfileRepository;
import io.millrace.server.registry.customer.Reassignments;
import io.millrace.server.registry.customer.Reassignments.Reassignment;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
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

/** Assets over REST. */
@RestController
@Tag(name = "asset")
class AssetController {

    private final EntityAccess access;
    private final AssetRepository assets;
    private final AssetProfileRepository profiles;
    private final AssetService service;
    private final EntityActions actions;
    private final Reassignments reassignments;

    AssetController(
            EntityAccess access,
            AssetRepository assets,
            AssetProfileRepository profiles,
            AssetService service,
            EntityActions actions,
            Reassignments reassignments) {
        this.access = access;
        this.assets = assets;
        this.profiles = profiles;
        this.service = service;
        this.actions = actions;
        this.reassignments = reassignments;
    }

    @GetMapping("/api/asset/{assetId}")
    @Operation(summary = "Get an asset")
    @Roles.TenantOrCustomer
    Asset get(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, assets, assetId);
    }

    @GetMapping("/api/asset/info/{assetId}")
    @Operation(summary = "Get an asset with the names around it")
    @Roles.TenantOrCustomer
    AssetInfo info(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        Asset asset = access.require(caller, assets, assetId);
        return assets.findInfo(asset.tenantId(), assetId)
                .orElseThrow(() -> ApiException.notFound("Asset %s is gone".formatted(assetId)));
    }

    @GetMapping(path = "/api/tenant/assets", params = "assetName")
    @Operation(summary = "Get an asset by name, or list assets")
    @Roles.TenantAdmin
    Asset byName(@RequestParam String assetName, @AuthenticationPrincipal SecurityUser caller) {
        return assets.findByName(caller.tenantId(), assetName)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Asset with name '%s' is not found".formatted(assetName)));
    }

    @GetMapping(path = "/api/tenant/assets", params = "!assetName")
    @Operation(summary = "Get an asset by name, or list assets")
    @Roles.TenantAdmin
    PageData<Asset> list(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        AssetFilter filter = new AssetFilter(type, null, null);
        return assets.list(caller.tenantId(), filter, link).map(AssetInfo::asset);
    }

    @GetMapping("/api/tenant/assetInfos")
    @Operation(summary = "List assets with the names around them")
    @Roles.TenantAdmin
    PageData<AssetInfo> listInfos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable UUID assetProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        AssetFilter filter = new AssetFilter(type, assetProfileId, null);
        return assets.list(caller.tenantId(), filter, link);
    }

    @GetMapping("/api/assets")
    @Operation(summary = "Get those of some assets that exist and that the caller may see")
    @Roles.TenantOrCustomer
    List<Asset> some(
            @RequestParam List<UUID> assetIds, @AuthenticationPrincipal SecurityUser caller) {
        return assets.findAll(caller.tenantId(), assetIds).stream()
                .filter(asset ->
                        caller.authority() != Authority.CUSTOMER_USER
                                || asset.visibleTo(caller.customerId()))
                .toList();
    }

    @GetMapping("/api/asset/types")
    @Operation(summary = "List the types of the assets that the caller may see")
    @Roles.TenantOrCustomer
    List<AssetType> types(@AuthenticationPrincipal SecurityUser caller) {
        UUID customer =
                caller.authority() == Authority.CUSTOMER_USER ? caller.customerId().id() : null;
        return assets.types(caller.tenantId(), customer).stream()
                .map(type -> new AssetType(caller.tenantId(), EntityType.ASSET, type))
                .toList();
    }

    @PostMapping("/api/asset")
    @Operation(summary = "Make an asset, or change one")
    @Roles.TenantOrCustomer
    Asset save(@RequestBody AssetRequest body, @AuthenticationPrincipal SecurityUser caller) {
        AssetId id = body.id();
        return id == null ? create(caller, body) : change(caller, id, body);
    }

    @DeleteMapping("/api/asset/{assetId}")
    @Operation(summary = "Delete an asset")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID assetId, @AuthenticationPrincipal SecurityUser caller) {
        Asset asset = access.require(caller, assets, assetId);
        Runnable tell = actions.deletion(caller, asset, asset);
        service.delete(asset);
        tell.run();
    }

    private Asset create(SecurityUser caller, AssetRequest body) {
        if (caller.authority() != Authority.TENANT_ADMIN) {
            throw ApiException.forbidden("Only an administrator of the tenant may make assets");
        }
        CustomerId customer = body.customerId() == null ? IdJson.NO_CUSTOMER : body.customerId();
        ProfileChoice profile = profileOf(caller, body, new ProfileChoice.Default());
        Asset created = service.create(caller.tenantId(), body.content(customer), profile);
        actions.created(caller, created, created);
        return created;
    }

    private Asset change(SecurityUser caller, AssetId id, AssetRequest body) {
        Asset stored = access.require(caller, assets, id.id());
        CustomerId customer = body.customerId() == null ? stored.customerId() : body.customerId();
        if (caller.authority() == Authority.CUSTOMER_USER
                && !customer.equals(stored.customerId())) {
            throw ApiException.forbidden("Only an administrator of the tenant may assign assets");
        }
        ProfileChoice profile =
                profileOf(caller, body, new ProfileChoice.Existing(stored.assetProfileId()));
        Reassignment reassignment = reassignments.of(stored, customer);
        Asset changed = service.change(stored, body.content(customer), profile, body.version());
        actions.updated(caller, changed, changed);
        reassignment.tell(caller, changed);
        return changed;
    }

    private ProfileChoice profileOf(
            SecurityUser caller, AssetRequest body, ProfileChoice otherwise) {
        if (body.assetProfileId() != null) {
            return new ProfileChoice.Existing(
                    access.require(caller, profiles, body.assetProfileId().id()).id());
        }
        String type = body.type();
        return type == null || type.isBlank()
                ? otherwise
                : new ProfileChoice.Named(NameRules.requireName("type", type));
    }
}
