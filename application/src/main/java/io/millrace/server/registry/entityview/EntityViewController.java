// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

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

/** The routes of entity views. */
@RestController
@Tag(name = "entity-view")
class EntityViewController {

    private final AssignableResource<EntityView> views;

    EntityViewController(AssignableEntities<EntityView> views) {
        this.views = views.resource();
    }

    @GetMapping("/api/entityView/{entityViewId}")
    @Operation(operationId = "getEntityViewById", summary = "Get an entity view")
    @Roles.TenantOrCustomer
    EntityView get(@PathVariable UUID entityViewId, @AuthenticationPrincipal SecurityUser caller) {
        return views.get(caller, entityViewId);
    }

    @GetMapping("/api/entityView/info/{entityViewId}")
    @Operation(
            operationId = "getEntityViewInfoById",
            summary = "Get an entity view with the name of its customer")
    @Roles.TenantOrCustomer
    EntityViewInfo info(
            @PathVariable UUID entityViewId, @AuthenticationPrincipal SecurityUser caller) {
        return EntityViewInfo.of(views.info(caller, entityViewId));
    }

    @GetMapping("/api/tenant/entityView")
    @Operation(operationId = "getTenantEntityViewByName", summary = "Get an entity view by name")
    @Roles.TenantAdmin
    EntityView byName(
            @RequestParam String entityViewName, @AuthenticationPrincipal SecurityUser caller) {
        return views.byName(caller, entityViewName);
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/tenant/entityViews", params = "entityViewName")
    @Hidden
    @Roles.TenantAdmin
    EntityView byNameInList(
            @RequestParam String entityViewName, @AuthenticationPrincipal SecurityUser caller) {
        return byName(entityViewName, caller);
    }

    @GetMapping(path = "/api/tenant/entityViews", params = "!entityViewName")
    @Operation(operationId = "getTenantEntityViews", summary = "List entity views")
    @Roles.TenantAdmin
    PageData<EntityView> list(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return views.list(caller, type, link);
    }

    @GetMapping("/api/tenant/entityViewInfos")
    @Operation(
            operationId = "getTenantEntityViewInfos",
            summary = "List entity views with the names of their customers")
    @Roles.TenantAdmin
    PageData<EntityViewInfo> listInfos(
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller) {
        return views.infos(caller, type, null, link).map(EntityViewInfo::of);
    }

    @GetMapping("/api/entityViews")
    @Operation(
            operationId = "getEntityViewsByIds",
            summary = "Get those of the entity views that exist and that the caller may see")
    @Roles.TenantOrCustomer
    List<EntityView> some(
            @RequestParam List<UUID> entityViewIds, @AuthenticationPrincipal SecurityUser caller) {
        return views.some(caller, IdRules.limited("entityViewIds", entityViewIds));
    }

    @GetMapping("/api/entityView/types")
    @Operation(
            operationId = "getEntityViewTypes",
            summary = "List the types of the entity views that the caller may see")
    @Roles.TenantOrCustomer
    List<EntityViewType> types(@AuthenticationPrincipal SecurityUser caller) {
        return views.types(caller).stream()
                .map(type -> new EntityViewType(caller.tenantId(), type))
                .toList();
    }

    /** A view bounds what the users of its customer see, so they may not change it. */
    @PostMapping("/api/entityView")
    @Operation(
            operationId = "saveEntityView",
            summary = "Add an entity view, or change one",
            description =
                    "Copies the attributes that the view names, and that were updated within its time, from its device "
                            + "or asset to the view.")
    @Roles.TenantAdmin
    EntityView save(
            @RequestBody EntityViewRequest body, @AuthenticationPrincipal SecurityUser caller) {
        return views.save(caller, body);
    }

    @DeleteMapping("/api/entityView/{entityViewId}")
    @Operation(operationId = "deleteEntityView", summary = "Delete an entity view")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID entityViewId, @AuthenticationPrincipal SecurityUser caller) {
        views.delete(caller, entityViewId);
    }
}
