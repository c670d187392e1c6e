// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.engine.ChainState;
import io.millrace.rule.engine.NodeState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The states of a chain's nodes, as REST shows them.
 *
 * @param version the version of the chain that processes messages; null if this instance has had no message for the
 *     chain yet
 * @param nodes the nodes of that version
 */
record NodeStatesView(@Nullable Long version, List<Node> nodes) {

    /** Creates the view of a chain at the given time, in milliseconds since the epoch. */
    static NodeStatesView of(Optional<ChainState> chain, long now) {
        return chain.map(state ->
                        new NodeStatesView(
                                state.version(),
                                state.nodes().stream().map(node -> Node.of(node, now)).toList()))
                .orElseGet(() -> new NodeStatesView(null, List.of()));
    }

    /** The state of a node. */
    enum State {
        RUNNING,
        NOT_STARTED,
        BREAKER_OPEN
    }

    /**
     * A node with its state.
     * @param messages number of messages that the node has not answered yet
     * @param reason why the node gets no messages; null if it runs
     * @param openUntil when the circuit breaker lets messages in again as a trial, in milliseconds since the epoch;
     *     null if the breaker is not open
     */
    record Node(
            RuleNodeId id,
            String name,
            String type,
            State state,
            int messages,
            @Nullable String reason,
            @Nullable Long openUntil) {

        private static Node of(NodeState node, long now) {
            return switch (node.condition()) {
                case NodeState.Running() -> of(node, State.RUNNING, null, null);
                case NodeState.NotStarted(String reason) ->
                        of(node, State.NOT_STARTED, reason, null);
                case NodeState.BreakerOpen(String reason, Duration left) ->
                        of(node, State.BREAKER_OPEN, reason, now + left.toMillis());
            };
        }

        private static Node of(
                NodeState node, State state, @Nullable String reason, @Nullable Long openUntil) {
            return new Node(
                    node.node().id(),
                    node.node().name(),
                    node.node().type(),
                    state,
                    node.messages(),
                    reason,
                    openUntil);
        }
    }
}
