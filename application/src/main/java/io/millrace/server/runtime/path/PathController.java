// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.id.EntityType;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints for the paths of messages. */
@RestController
@Tag(name = "message-path")
class PathController {

    private static final int MOST = 1_000;

    private final EntityAccess access;
    private final MessagePaths paths;

    PathController(EntityAccess access, MessagePaths paths) {
        this.access = access;
        this.paths = paths;
    }

    @GetMapping("/api/messages/{messageId}/path")
    @Operation(
            operationId = "getMessagePath",
            summary = "Get the path of a message through the rule chains",
            description =
                    "Available for messages in flight, for all dead letters, and for messages that ended within the "
                            + "last minutes, limited by the memory for paths. 404 for other messages.")
    @Roles.TenantAdmin
    PathView path(@PathVariable UUID messageId, @AuthenticationPrincipal SecurityUser caller) {
        PathView known = paths.of(caller.tenantId(), messageId);
        if (known.inFlight().isEmpty() && known.deliveries().isEmpty()) {
            throw ApiException.notFound(
                    "The path of message [%s] is not known: it ended too long ago, or it does not exist"
                            .formatted(messageId));
        }
        return known;
    }

    @GetMapping("/api/messages/{entityType}/{entityId}/paths")
    @Operation(
            operationId = "getEntityMessagePaths",
            summary = "List the paths of an entity's latest messages, newest first",
            description = "Limited by the memory for paths.")
    @Roles.TenantAdmin
    List<DeliveryView> latest(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @RequestParam(defaultValue = "20") int limit,
            @AuthenticationPrincipal SecurityUser caller) {
        if (limit < 1 || limit > MOST) {
            throw ApiException.badRequest(
                    "limit: expected 1 to %d, but got %d".formatted(MOST, limit));
        }
        TenantEntity entity = access.require(caller, entityType, entityId);
        return paths.latest(entity.tenantId(), entity.entityId(), limit);
    }
}
