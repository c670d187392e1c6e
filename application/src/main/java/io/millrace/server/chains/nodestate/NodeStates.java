// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.nodestate;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.web.peer.PeerQuestions;
import java.time.Clock;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.ServletWebRequest;

/** The states and figures of a chain's nodes, on this instance and over all of them. Its callers check access. */
@Component
public final class NodeStates {

    private final RuleEngine engine;
    private final ChainWatches watches;
    private final PeerQuestions peers;
    private final Clock clock;

    NodeStates(RuleEngine engine, ChainWatches watches, PeerQuestions peers, Clock clock) {
        this.engine = engine;
        this.watches = watches;
        this.peers = peers;
        this.clock = clock;
    }

    /** Answers a request: for all instances, or for this one only, if it is another instance's. */
    NodeStatesView of(
            TenantId tenant, RuleChainId chain, boolean figures, ServletWebRequest request) {
        return own(tenant, chain, figures)
                .merge(peers.ask(request, path(chain, figures), NodeStatesView.class));
    }

    /**
     * Returns the states with figures, of all instances.
     *
     * @param token the access token of the user who asks, with which the other instances are asked
     */
    public NodeStatesView ofCluster(TenantId tenant, RuleChainId chain, String token) {
        return own(tenant, chain, true)
                .merge(peers.askAs(token, path(chain, true), NodeStatesView.class));
    }

    private NodeStatesView own(TenantId tenant, RuleChainId chain, boolean figures) {
        return NodeStatesView.of(
                peers.self(),
                engine.stateOf(tenant, chain),
                figures ? watches.figures(tenant, chain) : Map.of(),
                clock.millis());
    }

    private static String path(RuleChainId chain, boolean figures) {
        return "/api/ruleChain/%s/nodes/state?figures=%b".formatted(chain.id(), figures);
    }
}
