// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.id.EntityType;
import io.millrace.server.platform.settings.HistorySettings;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.PeerQuestions;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** The REST endpoints for the paths of messages. */
@RestController
@Tag(name = "message-path")
class PathController {

    private static final int MOST = 1_000;

    private final EntityAccess access;
    private final MessagePaths paths;
    private final PeerQuestions peers;
    private final HistorySettings history;

    PathController(
            EntityAccess access, MessagePaths paths, PeerQuestions peers, HistorySettings history) {
        this.access = access;
        this.paths = paths;
        this.peers = peers;
        this.history = history;
    }

    @GetMapping("/api/messages/{messageId}/path")
    @Operation(
            operationId = "getMessagePath",
            summary = "Get the path of a message through the rule chains",
            description =
                    "Available for messages in flight, for all dead letters, for failed, slow and watched messages of the "
                            + "last days (MILLRACE_HISTORY_KEPT) with the contents before and after each node, and for "
                            + "other messages that ended within the last minutes, limited by the memory for paths. 404 "
                            + "for other messages. Of a message that was delivered more often, the latest 20 kept "
                            + "deliveries. In a cluster the deliveries of all instances; `unanswered` names those that "
                            + "did not answer.")
    @Roles.TenantAdmin
    PathView path(
            @PathVariable UUID messageId,
            @AuthenticationPrincipal SecurityUser caller,
            ServletWebRequest request) {
        PathView own = paths.ofInstance(caller.tenantId(), messageId);
        PeerAnswers<PathView> others =
                peers.ask(request, "/api/messages/%s/path".formatted(messageId), PathView.class);
        if (PeerQuestions.isForOneInstance(request)) {
            return own;
        }
        // Read last: a delivery of another instance may have become a dead letter meanwhile.
        MessagePaths.Stored stored = paths.stored(caller.tenantId(), messageId);
        PathView known = PathView.merge(own, others, stored.kept(), stored.letters());
        if (known.knowsNothing()) {
            throw notFound(messageId, others);
        }
        return known;
    }

    private ApiException notFound(UUID messageId, PeerAnswers<?> others) {
        String message =
                "The path of message [%s] is not found. Paths of failed, slow and watched messages are kept for %s, those of other messages for some minutes in memory"
                        .formatted(messageId, text(history.kept()));
        return others.missing().isEmpty()
                ? ApiException.notFound(message)
                : ApiException.notFound(
                        message
                                + ", or an instance that did not answer has it: "
                                + others.missingAsText(),
                        Map.of("unanswered", others.missing()));
    }

    private static String text(Duration time) {
        return time.toHours() % 24 == 0
                ? "%d days".formatted(time.toDays())
                : "%d hours".formatted(time.toHours());
    }

    @GetMapping("/api/messages/{entityType}/{entityId}/paths")
    @Operation(
            operationId = "getEntityMessagePaths",
            summary = "List the paths of an entity's latest messages, newest first",
            description =
                    "Limited by the memory for paths. In a cluster the paths of all instances; the header "
                            + "`Millrace-Unanswered` names those that did not answer.")
    @Roles.TenantAdmin
    List<DeliveryView> latest(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @RequestParam(defaultValue = "20") int limit,
            @AuthenticationPrincipal SecurityUser caller,
            ServletWebRequest request) {
        if (limit < 1 || limit > MOST) {
            throw ApiException.badRequest("limit: expected 1 to %d, got %d".formatted(MOST, limit));
        }
        TenantEntity entity = access.require(caller, entityType, entityId);
        List<DeliveryView> own = paths.latest(entity.tenantId(), entity.entityId(), limit);
        String path = "/api/messages/%s/%s/paths?limit=%d".formatted(entityType, entityId, limit);
        return PathView.latest(own, peers.ask(request, path, DeliveryView[].class), limit);
    }
}
