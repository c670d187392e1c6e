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
 * How the nodes of a chain are, as it is shown.
 *
 * @param version the version of the chain that takes messages; null where no message has come for the chain yet
 * @param nodes its nodes
 */
record NodeStatesView(@Nullable Long version, List<Node> nodes) {

    /** What is seen of a chain at the given time, in milliseconds since the epoch. */
    static NodeStatesView of(Optional<ChainState> chain, long now) {
        return chain.map(state ->
                        new NodeStatesView(
                                state.version(),
                                state.nodes().stream().map(node -> Node.of(node, now)).toList()))
                .orElseGet(() -> new NodeStatesView(null, List.of()));
    }

    /** Whether a node takes messages. */
    enum State {
        RUNNING,
        NOT_STARTED,
        BREAKER_OPEN
    }

    /**
     * A node.
     *
     * @param messages how many messages it has not answered yet
     * @param reason why it takes no messages; null where it does
     * @param openUntil when messages are let in again to try it, in milliseconds since the epoch; null where its breaker is
     *     not open
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
