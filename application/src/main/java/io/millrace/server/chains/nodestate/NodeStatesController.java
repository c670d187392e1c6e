// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.nodestate;

import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** The REST endpoint for the states of running nodes. */
@RestController
@Tag(name = "rule-chain")
class NodeStatesController {

    private final EntityAccess access;
    private final RuleChainRepository chains;
    private final NodeStates states;

    NodeStatesController(EntityAccess access, RuleChainRepository chains, NodeStates states) {
        this.access = access;
        this.chains = chains;
        this.states = states;
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
                            + "answer. With figures=true each node has its rate, latencies, failures and backlog of the "
                            + "last five seconds; they are counted from the first such request on, and for 15 seconds "
                            + "after the last one.")
    @Roles.TenantAdmin
    NodeStatesView get(
            @PathVariable UUID ruleChainId,
            @RequestParam(defaultValue = "false") boolean figures,
            @AuthenticationPrincipal SecurityUser caller,
            ServletWebRequest request) {
        RuleChain chain = access.require(caller, chains, ruleChainId);
        return states.of(chain.tenantId(), chain.id(), figures, request);
    }
}
