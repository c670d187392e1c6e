// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The routes of tenants. */
@RestController
@Tag(name = "tenant")
class TenantController {

    private final EntityAccess access;
    private final TenantRepository tenants;
    private final Tenants service;

    TenantController(EntityAccess access, TenantRepository tenants, Tenants service) {
        this.access = access;
        this.tenants = tenants;
        this.service = service;
    }

    @GetMapping("/api/tenant/{tenantId}")
    @Operation(
            operationId = "getTenantById",
            summary = "Get a tenant; administrators of a tenant get only their own")
    @Roles.Administrator
    Tenant get(@PathVariable UUID tenantId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, tenants, tenantId);
    }

    @GetMapping("/api/tenant/info/{tenantId}")
    @Operation(
            operationId = "getTenantInfoById",
            summary = "Get a tenant with the name of its profile")
    @Roles.Administrator
    TenantInfo info(@PathVariable UUID tenantId, @AuthenticationPrincipal SecurityUser caller) {
        Tenant tenant = access.require(caller, tenants, tenantId);
        return tenants.findInfo(tenant.id())
                .orElseThrow(() ->
                        ApiException.notFound("Tenant %s was deleted".formatted(tenant.id())));
    }

    @GetMapping("/api/tenants")
    @Operation(operationId = "getTenants", summary = "List tenants")
    @Roles.SystemAdmin
    PageData<Tenant> list(@ParameterObject PageLink link) {
        return tenants.list(link).map(TenantInfo::tenant);
    }

    @GetMapping("/api/tenantInfos")
    @Operation(
            operationId = "getTenantInfos",
            summary = "List tenants with the names of their profiles")
    @Roles.SystemAdmin
    PageData<TenantInfo> infos(@ParameterObject PageLink link) {
        return tenants.list(link);
    }

    @PostMapping("/api/tenant")
    @Operation(operationId = "saveTenant", summary = "Add a tenant, or change one")
    @Roles.SystemAdmin
    Tenant save(@RequestBody TenantRequest body, @AuthenticationPrincipal SecurityUser caller) {
        TenantContent content = body.content();
        return body.id() == null
                ? service.create(content)
                : service.change(
                        access.require(caller, tenants, body.id().id()), content, body.version());
    }
}
