// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.web.peer.PeerQuestions;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** The REST endpoint for the states of running nodes. */
@RestController
@Tag(name = "rule-chain")
class NodeStatesController {

    private final EntityAccess access;
    private final RuleChainRepository chains;
    private final RuleEngine engine;
    private final PeerQuestions peers;
    private final Clock clock;

    NodeStatesController(
            EntityAccess access,
            RuleChainRepository chains,
            RuleEngine engine,
            PeerQuestions peers,
            Clock clock) {
        this.access = access;
        this.chains = chains;
        this.engine = engine;
        this.peers = peers;
        this.clock = clock;
    }

    @GetMapping("/api/ruleChain/{ruleChainId}/nodes/state")
    @Operation(
            operationId = "getRuleNodeStates",
            summary = "Get the states of a rule chain's nodes",
            description =
                    "Shows which nodes run, which could not start and why, and which get no messages because their "
                            + "calls kept timing out, and until when. The list is empty while no instance has loaded "
                            + "the chain: it has had no message for ten minutes or more. In a cluster `nodes` has the worst state of each node, "
                            + "`instances` the states by instance, and `unanswered` the instances that did not "
                            + "answer.")
    @Roles.TenantAdmin
    NodeStatesView get(
            @PathVariable UUID ruleChainId,
            @AuthenticationPrincipal SecurityUser caller,
            ServletWebRequest request) {
        RuleChain chain = access.require(caller, chains, ruleChainId);
        NodeStatesView own =
                NodeStatesView.of(
                        peers.self(), engine.stateOf(chain.tenantId(), chain.id()), clock.millis());
        String path = "/api/ruleChain/%s/nodes/state".formatted(ruleChainId);
        return own.merge(peers.ask(request, path, NodeStatesView.class));
    }
}
