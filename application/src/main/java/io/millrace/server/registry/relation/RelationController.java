// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.StoreException;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.entity.TenantEntity;
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
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The routes of relations, other than lists. A caller may relate entities that it may change, and sees relations between entities that it
 * may see.
 */
@RestController
@Tag(name = "relation")
class RelationController {

    private final EntityAccess access;
    private final RelationRepository stored;
    private final Relations relations;
    private final RelationWalk walk;
    private final EntityActions actions;

    RelationController(
            EntityAccess access,
            RelationRepository stored,
            Relations relations,
            RelationWalk walk,
            EntityActions actions) {
        this.access = access;
        this.stored = stored;
        this.relations = relations;
        this.walk = walk;
        this.actions = actions;
    }

    @PostMapping("/api/relation")
    @Operation(
            operationId = "saveRelation",
            summary = "Add a relation, or change one; the response has no body")
    @Roles.TenantOrCustomer
    void save(@RequestBody RelationRequest body, @AuthenticationPrincipal SecurityUser caller) {
        saveAndGet(body, caller);
    }

    @PostMapping("/api/v2/relation")
    @Operation(operationId = "saveRelationV2", summary = "Add a relation, or change one")
    @Roles.TenantOrCustomer
    EntityRelation saveAndGet(
            @RequestBody RelationRequest body, @AuthenticationPrincipal SecurityUser caller) {
        RelationKey key = body.key();
        EntityRelation saved =
                relations.save(
                        caller.tenantId(),
                        key,
                        body.version(),
                        DocumentRules.limited("additionalInfo", body.additionalInfo()),
                        () -> requireEnds(caller, key));
        actions.relationSaved(caller, key.from(), key.to(), saved);
        return saved;
    }

    @DeleteMapping("/api/relation")
    @Operation(
            operationId = "deleteRelation",
            summary = "Delete a relation; the response has no body")
    @Roles.TenantOrCustomer
    void delete(
            @ParameterObject RelationParameters relation,
            @AuthenticationPrincipal SecurityUser caller) {
        deleteAndGet(relation, caller);
    }

    @DeleteMapping("/api/v2/relation")
    @Operation(operationId = "deleteRelationV2", summary = "Delete a relation")
    @Roles.TenantOrCustomer
    EntityRelation deleteAndGet(
            @ParameterObject RelationParameters relation,
            @AuthenticationPrincipal SecurityUser caller) {
        RelationKey key = relation.key();
        requireEnds(caller, key);
        EntityRelation deleted =
                relations.delete(caller.tenantId(), key).orElseThrow(() -> notFound(key));
        actions.relationDeleted(caller, key.from(), key.to(), deleted);
        return deleted;
    }

    @DeleteMapping("/api/relations")
    @Operation(
            operationId = "deleteRelations",
            summary = "Delete all common relations that begin or end at an entity")
    @Roles.TenantOrCustomer
    void deleteAll(
            @RequestParam UUID entityId,
            @RequestParam EntityType entityType,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = requireChangeable(caller, new EntityId(entityType, entityId));
        relations.deleteCommon(caller.tenantId(), entity.entityId());
        actions.relationsDeleted(caller, entity);
    }

    @GetMapping("/api/relation")
    @Operation(operationId = "getRelation", summary = "Get a relation")
    @Roles.TenantOrCustomer
    EntityRelation get(
            @ParameterObject RelationParameters relation,
            @AuthenticationPrincipal SecurityUser caller) {
        RelationKey key = relation.key();
        requireVisible(caller, key.from());
        requireVisible(caller, key.to());
        return stored.find(caller.tenantId(), key).orElseThrow(() -> notFound(key));
    }

    @PostMapping("/api/relations")
    @Operation(
            operationId = "findEntityRelationsByQuery",
            summary = "List the relations around an entity, over several levels")
    @Roles.TenantOrCustomer
    List<EntityRelation> query(
            @RequestBody RelationGraphRequest body, @AuthenticationPrincipal SecurityUser caller) {
        EntityId root = body.root();
        requireVisible(caller, root);
        try {
            return visible(caller, walk.run(caller.tenantId(), root, body.bounds(), body::matches));
        } catch (StoreException tooMuch) {
            throw ApiException.badRequest("parameters: " + tooMuch.getMessage());
        }
    }

    @PostMapping("/api/relations/info")
    @Operation(
            operationId = "findEntityRelationInfosByQuery",
            summary = "List the relations around an entity, over several levels, with names")
    @Roles.TenantOrCustomer
    List<EntityRelationInfo> queryInfos(
            @RequestBody RelationGraphRequest body, @AuthenticationPrincipal SecurityUser caller) {
        return named(caller, query(body, caller));
    }

    private List<EntityRelation> visible(SecurityUser caller, List<EntityRelation> found) {
        return new SeenEntities(access, caller).amongBoth(found);
    }

    private List<EntityRelationInfo> named(SecurityUser caller, List<EntityRelation> found) {
        return new SeenEntities(access, caller).named(found);
    }

    private void requireEnds(SecurityUser caller, RelationKey key) {
        requireChangeable(caller, key.from());
        requireChangeable(caller, key.to());
    }

    /** Administrators may relate their own tenant, although they may not change it. */
    private TenantEntity requireChangeable(SecurityUser caller, EntityId entity) {
        return entity.type() == EntityType.TENANT
                ? access.require(caller, entity.type(), entity.id())
                : access.requireChangeable(caller, entity.type(), entity.id());
    }

    private void requireVisible(SecurityUser caller, EntityId entity) {
        access.require(caller, entity.type(), entity.id());
    }

    private static ApiException notFound(RelationKey key) {
        return ApiException.notFound(
                "There is no relation %s of %s to %s".formatted(key.type(), key.from(), key.to()));
    }
}
