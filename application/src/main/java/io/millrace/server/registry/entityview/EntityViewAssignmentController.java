// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

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

/** The routes that assign entity views to customers. */
@RestController
@Tag(name = "entity-view")
class EntityViewAssignmentController {

    private final AssignmentResource<EntityView> views;

    EntityViewAssignmentController(AssignableEntities<EntityView> views) {
        this.views = views.assignments();
    }

    @PostMapping("/api/customer/{customerId}/entityView/{entityViewId}")
    @Operation(
            operationId = "assignEntityViewToCustomer",
            summary = "Assign an entity view to a customer")
    @Roles.TenantAdmin
    EntityView assign(
            @PathVariable UUID customerId,
            @PathVariable UUID entityViewId,
            @AuthenticationPrincipal SecurityUser caller) {
        return views.assign(caller, customerId, entityViewId);
    }

    @DeleteMapping("/api/customer/entityView/{entityViewId}")
    @Operation(
            operationId = "unassignEntityViewFromCustomer",
            summary = "Take an entity view away from its customer")
    @Roles.TenantAdmin
    EntityView unassign(
            @PathVariable UUID entityViewId, @AuthenticationPrincipal SecurityUser caller) {
        return views.unassign(caller, entityViewId);
    }

    @GetMapping("/api/customer/{customerId}/entityViews")
    @Operation(
            operationId = "getCustomerEntityViews",
            summary = "List the entity views of a customer")
    @Roles.TenantOrCustomer
    PageData<EntityView> list(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return views.list(caller, customerId, type, link);
    }

    @GetMapping("/api/customer/{customerId}/entityViewInfos")
    @Operation(
            operationId = "getCustomerEntityViewInfos",
            summary = "List the entity views of a customer with the name of the customer")
    @Roles.TenantOrCustomer
    PageData<EntityViewInfo> listInfos(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return views.infos(caller, customerId, type, null, link).map(EntityViewInfo::of);
    }
}
