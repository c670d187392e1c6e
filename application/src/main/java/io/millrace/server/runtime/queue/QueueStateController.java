// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.queue;

import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueRegistry;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.peer.PeerQuestions;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** The REST endpoint for the state of the queues. */
@RestController
@Tag(name = "queue")
class QueueStateController {

    private final QueueEngine engine;
    private final QueueRegistry registry;
    private final PeerQuestions peers;

    QueueStateController(QueueEngine engine, QueueRegistry registry, PeerQuestions peers) {
        this.engine = engine;
        this.registry = registry;
        this.peers = peers;
    }

    @GetMapping("/api/queues/state")
    @Operation(
            operationId = "getQueueStates",
            summary = "List queues with their policies and what is in them",
            description =
                    "Administrators of a tenant get the queues of its messages, and only its own messages are counted; "
                            + "administrators of the installation get all queues and all messages. In a cluster the "
                            + "numbers are the sums of all instances; `instances` names those, and `unanswered` those "
                            + "that did not answer. An addition to ThingsBoard's API.")
    @Roles.Administrator
    QueueStatesView get(
            @RequestParam(defaultValue = "100") int pageSize,
            @RequestParam(defaultValue = "0") int page,
            @AuthenticationPrincipal SecurityUser caller,
            ServletWebRequest request) {
        PageLink link = new PageLink(pageSize, page, null, null, null);
        String path = "/api/queues/state?pageSize=%d&page=%d".formatted(pageSize, page);
        return own(caller, link).plus(peers.ask(request, path, QueueStatesView.class));
    }

    private QueueStatesView own(SecurityUser caller, PageLink link) {
        boolean seesAll = caller.authority() == Authority.SYS_ADMIN;
        TenantId tenant = seesAll ? null : caller.tenantId();
        List<NamedQueue> queues = tenant == null ? registry.all() : registry.of(tenant);
        List<QueueDefinition> definitions = queues.stream().map(NamedQueue::definition).toList();
        return QueueStatesView.of(peers.self(), definitions, engine.contents(tenant), link);
    }
}
