// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.queue.Outcome;
import io.millrace.server.chains.version.RuleNodes;
import io.millrace.server.store.history.HistoryStorage;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.store.history.MessageFilter;
import io.millrace.server.store.history.NotKept;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.PeerQuestions;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** The REST endpoint that searches for messages. */
@RestController
@Tag(name = "message-path")
class MessagesController {

    private static final int MOST = 200;

    private final EntityAccess access;
    private final RuleNodes nodes;
    private final MessagePaths paths;
    private final HistoryStorage history;
    private final PeerQuestions peers;

    MessagesController(
            EntityAccess access,
            RuleNodes nodes,
            MessagePaths paths,
            HistoryStorage history,
            PeerQuestions peers) {
        this.access = access;
        this.nodes = nodes;
        this.paths = paths;
        this.history = history;
        this.peers = peers;
    }

    @GetMapping("/api/messages")
    @Operation(
            operationId = "getMessages",
            summary = "Search for ended deliveries of messages, the latest first",
            description =
                    "Failed, slow and watched messages of the last days, and all messages that the instances remember. "
                            + "Contents are in the path of a message. `before` continues a search: deliveries that ended "
                            + "before this time, in milliseconds since the epoch. `startTime` and `endTime` are "
                            + "inclusive. entityType and entityId name the originator, ruleChainId and ruleNodeId what "
                            + "the message passed, `type` its type when it was accepted. With `reason` only kept "
                            + "messages. limit: 1 to 200. An addition to ThingsBoard's API.")
    @Roles.TenantAdmin
    MessagesView search(
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(required = false) @Nullable Long before,
            @RequestParam(required = false) @Nullable UUID messageId,
            @RequestParam(required = false) @Nullable EntityType entityType,
            @RequestParam(required = false) @Nullable UUID entityId,
            @RequestParam(required = false) @Nullable UUID ruleChainId,
            @RequestParam(required = false) @Nullable UUID ruleNodeId,
            @RequestParam(required = false) @Nullable Outcome outcome,
            @RequestParam(required = false) @Nullable KeptReason reason,
            @RequestParam(required = false) @Nullable Long startTime,
            @RequestParam(required = false) @Nullable Long endTime,
            @RequestParam(required = false) @Nullable String type,
            @AuthenticationPrincipal SecurityUser caller,
            ServletWebRequest request) {
        if (limit < 1 || limit > MOST) {
            throw ApiException.badRequest(
                    "limit: must be from 1 to %d, but is %d".formatted(MOST, limit));
        }
        MessageFilter filter =
                new MessageFilter(
                        caller.tenantId(),
                        startTime == null ? 0 : Math.max(0, startTime),
                        end(before, endTime),
                        messageId,
                        originator(caller, entityType, entityId),
                        ruleChainId == null ? null : chain(caller, ruleChainId),
                        ruleNodeId == null ? null : node(caller, ruleNodeId),
                        outcome,
                        reason,
                        type == null || type.isBlank() ? null : type);
        NotKept notKept = history.notKept(caller.tenantId());
        MessagesView own = MessagesView.page(paths.remembered(filter, limit + 1), limit, notKept);
        String query = request.getRequest().getQueryString();
        PeerAnswers<MessagesView> others =
                peers.ask(
                        request,
                        "/api/messages" + (query == null ? "" : "?" + query),
                        MessagesView.class);
        if (PeerQuestions.isForOneInstance(request)) {
            return own;
        }
        MessagesView kept = MessagesView.page(paths.kept(filter, limit + 1), limit, notKept);
        return MessagesView.merge(own, others, kept, limit);
    }

    /** Returns the time before which a delivery must have ended. */
    private static long end(@Nullable Long before, @Nullable Long endTime) {
        long end = endTime == null || endTime == Long.MAX_VALUE ? Long.MAX_VALUE : endTime + 1;
        return before == null ? end : Math.min(before, end);
    }

    private @Nullable EntityId originator(
            SecurityUser caller, @Nullable EntityType type, @Nullable UUID id) {
        if (type == null && id == null) {
            return null;
        }
        if (type == null || id == null) {
            throw ApiException.badRequest(
                    "entityType and entityId: both are needed to name an originator");
        }
        return access.require(caller, type, id).entityId();
    }

    private RuleChainId chain(SecurityUser caller, UUID id) {
        return new RuleChainId(access.require(caller, EntityType.RULE_CHAIN, id).entityId().id());
    }

    private RuleNodeId node(SecurityUser caller, UUID id) {
        return access.require(caller, nodes.lookup(), id).id();
    }
}
