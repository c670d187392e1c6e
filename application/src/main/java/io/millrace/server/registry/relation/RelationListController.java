// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.SearchDirection;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists the relations that begin or end at an entity. Each list has a path of its own; the older forms share one path
 * and differ by their query parameters, which a description of the API cannot express.
 */
@RestController
@Tag(name = "relation")
class RelationListController {

    /** Limit of a response, because it is held in memory. */
    private static final int MAX_LISTED = 100_000;

    private final EntityAccess access;
    private final RelationRepository stored;

    RelationListController(EntityAccess access, RelationRepository stored) {
        this.access = access;
        this.stored = stored;
    }

    @GetMapping("/api/relations/from/{fromType}/{fromId}")
    @Operation(
            operationId = "findEntityRelationsByFrom",
            summary = "List the relations that begin at an entity")
    @Roles.TenantOrCustomer
    List<EntityRelation> from(
            @PathVariable EntityType fromType,
            @PathVariable UUID fromId,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return listFrom(fromId, fromType, null, relationTypeGroup, caller);
    }

    @GetMapping("/api/relations/from/{fromType}/{fromId}/{relationType}")
    @Operation(
            operationId = "findEntityRelationsByFromAndType",
            summary = "List the relations of one type that begin at an entity")
    @Roles.TenantOrCustomer
    List<EntityRelation> fromOfType(
            @PathVariable EntityType fromType,
            @PathVariable UUID fromId,
            @PathVariable String relationType,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return listFrom(fromId, fromType, relationType, relationTypeGroup, caller);
    }

    @GetMapping("/api/relations/to/{toType}/{toId}")
    @Operation(
            operationId = "findEntityRelationsByTo",
            summary = "List the relations that end at an entity")
    @Roles.TenantOrCustomer
    List<EntityRelation> to(
            @PathVariable EntityType toType,
            @PathVariable UUID toId,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return listTo(toId, toType, null, relationTypeGroup, caller);
    }

    @GetMapping("/api/relations/to/{toType}/{toId}/{relationType}")
    @Operation(
            operationId = "findEntityRelationsByToAndType",
            summary = "List the relations of one type that end at an entity")
    @Roles.TenantOrCustomer
    List<EntityRelation> toOfType(
            @PathVariable EntityType toType,
            @PathVariable UUID toId,
            @PathVariable String relationType,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return listTo(toId, toType, relationType, relationTypeGroup, caller);
    }

    @GetMapping("/api/relations/info/from/{fromType}/{fromId}")
    @Operation(
            operationId = "findEntityRelationInfosByFrom",
            summary = "List the relations that begin at an entity, with names")
    @Roles.TenantOrCustomer
    List<EntityRelationInfo> infosFrom(
            @PathVariable EntityType fromType,
            @PathVariable UUID fromId,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return listInfosFrom(fromId, fromType, null, relationTypeGroup, caller);
    }

    @GetMapping("/api/relations/info/to/{toType}/{toId}")
    @Operation(
            operationId = "findEntityRelationInfosByTo",
            summary = "List the relations that end at an entity, with names")
    @Roles.TenantOrCustomer
    List<EntityRelationInfo> infosTo(
            @PathVariable EntityType toType,
            @PathVariable UUID toId,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return listInfosTo(toId, toType, null, relationTypeGroup, caller);
    }

    @GetMapping(path = "/api/relations", params = "fromId")
    @Hidden
    @Roles.TenantOrCustomer
    List<EntityRelation> listFrom(
            @RequestParam UUID fromId,
            @RequestParam EntityType fromType,
            @RequestParam(required = false) @Nullable String relationType,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId from = new EntityId(fromType, fromId);
        return list(caller, from, SearchDirection.FROM, relationType, relationTypeGroup);
    }

    @GetMapping(
            path = "/api/relations",
            params = {"toId", "!fromId"})
    @Hidden
    @Roles.TenantOrCustomer
    List<EntityRelation> listTo(
            @RequestParam UUID toId,
            @RequestParam EntityType toType,
            @RequestParam(required = false) @Nullable String relationType,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId to = new EntityId(toType, toId);
        return list(caller, to, SearchDirection.TO, relationType, relationTypeGroup);
    }

    @GetMapping(path = "/api/relations/info", params = "fromId")
    @Hidden
    @Roles.TenantOrCustomer
    List<EntityRelationInfo> listInfosFrom(
            @RequestParam UUID fromId,
            @RequestParam EntityType fromType,
            @RequestParam(required = false) @Nullable String relationType,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return named(caller, listFrom(fromId, fromType, relationType, relationTypeGroup, caller));
    }

    @GetMapping(
            path = "/api/relations/info",
            params = {"toId", "!fromId"})
    @Hidden
    @Roles.TenantOrCustomer
    List<EntityRelationInfo> listInfosTo(
            @RequestParam UUID toId,
            @RequestParam EntityType toType,
            @RequestParam(required = false) @Nullable String relationType,
            @RequestParam(required = false) @Nullable String relationTypeGroup,
            @AuthenticationPrincipal SecurityUser caller) {
        return named(caller, listTo(toId, toType, relationType, relationTypeGroup, caller));
    }

    private List<EntityRelation> list(
            SecurityUser caller,
            EntityId entity,
            SearchDirection direction,
            @Nullable String type,
            @Nullable String group) {
        access.require(caller, entity.type(), entity.id());
        List<EntityRelation> found =
                stored.list(
                        caller.tenantId(),
                        List.of(entity),
                        direction,
                        RelationTypeGroup.named(group),
                        type == null || type.isEmpty() ? null : type,
                        MAX_LISTED + 1);
        if (found.size() > MAX_LISTED) {
            throw ApiException.badRequest(
                    "%s has more than %d relations; list those of one relationType, or from their other ends"
                            .formatted(entity, MAX_LISTED));
        }
        return new SeenEntities(access, caller).amongBoth(found);
    }

    private List<EntityRelationInfo> named(SecurityUser caller, List<EntityRelation> found) {
        return new SeenEntities(access, caller).named(found);
    }
}
