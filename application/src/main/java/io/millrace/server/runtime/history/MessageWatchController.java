// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.server.chains.version.RuleNodes;
import io.millrace.server.registry.tenantprofile.DebugDurations;
import io.millrace.server.store.history.MessageWatches;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints of watches. */
@RestController
@Tag(name = "message-path")
class MessageWatchController {

    private final EntityAccess access;
    private final RuleNodes nodes;
    private final MessageWatches watches;
    private final DebugDurations durations;

    MessageWatchController(
            EntityAccess access,
            RuleNodes nodes,
            MessageWatches watches,
            DebugDurations durations) {
        this.access = access;
        this.nodes = nodes;
        this.watches = watches;
        this.durations = durations;
    }

    @GetMapping("/api/messages/watches")
    @Operation(
            operationId = "getMessageWatches",
            summary = "List what is watched, the watches that end first first",
            description = "An addition to ThingsBoard's API.")
    @Roles.TenantAdmin
    List<MessageWatchView> list(@AuthenticationPrincipal SecurityUser caller) {
        return watches.list(caller.tenantId()).stream().map(MessageWatchView::of).toList();
    }

    @PostMapping("/api/messages/watches")
    @Operation(
            operationId = "beginMessageWatch",
            summary = "Watch an entity: keep all messages that meet it, with their contents",
            description =
                    "The entity is a RULE_NODE or a RULE_CHAIN that messages pass, or the originator of messages, such as "
                            + "a DEVICE. The watch ends after 15 minutes, or after the time that the tenant's profile "
                            + "sets (maxDebugModeDurationMinutes); a repeated call renews it. A tenant can watch 100 "
                            + "entities at a time. Watching a rule node is the same as enabling the debugging of all its "
                            + "events. An addition to ThingsBoard's API.")
    @Roles.TenantAdmin
    MessageWatchView begin(
            @RequestBody WatchRequest body, @AuthenticationPrincipal SecurityUser caller) {
        if (body.entityType() == null || body.entityId() == null) {
            throw ApiException.badRequest("entityType and entityId: both are needed");
        }
        EntityId entity = require(caller, body.entityType(), body.entityId());
        return MessageWatchView.of(
                watches.begin(
                        caller.tenantId(),
                        entity,
                        caller.userId().id(),
                        durations.longest(caller.tenantId())));
    }

    @DeleteMapping("/api/messages/watches/{entityType}/{entityId}")
    @Operation(
            operationId = "endMessageWatch",
            summary = "Stop watching an entity",
            description = "404 if it is not watched. An addition to ThingsBoard's API.")
    @Roles.TenantAdmin
    void end(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @AuthenticationPrincipal SecurityUser caller) {
        // The entity may have been deleted; its watch is found by the tenant.
        if (!watches.end(caller.tenantId(), new EntityId(entityType, entityId))) {
            throw ApiException.notFound(
                    "%s with id [%s] is not watched".formatted(entityType.normalName(), entityId));
        }
    }

    private EntityId require(SecurityUser caller, EntityType type, UUID id) {
        TenantEntity entity =
                type == EntityType.RULE_NODE
                        ? access.require(caller, nodes.lookup(), id)
                        : access.require(caller, type, id);
        return entity.entityId();
    }

    /** The entity to watch. */
    record WatchRequest(
            @Required @Nullable EntityType entityType, @Required @Nullable UUID entityId) {}
}
