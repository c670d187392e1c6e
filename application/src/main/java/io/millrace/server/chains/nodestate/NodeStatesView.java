// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.nodestate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.engine.ChainState;
import io.millrace.rule.engine.NodeState;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The states of a chain's nodes, as REST shows them.
 *
 * @param version the version of the chain that processes messages; the newest one while instances differ; null if no
 *     instance has had a message for the chain yet
 * @param nodes the nodes of that version; a node has the worst of its states on the instances, with the reason there,
 *     and the number of messages of all instances
 * @param instances the states by instance, sorted by name
 * @param unanswered the instances that did not answer; absent if all answered
 */
public record NodeStatesView(
        @Nullable Long version,
        List<Node> nodes,
        List<OnInstance> instances,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Unanswered> unanswered) {

    /**
     * Creates the view of a chain on an instance.
     *
     * @param figures figures of its nodes; nodes that are absent have none
     * @param now milliseconds since the epoch
     */
    static NodeStatesView of(
            String instance,
            Optional<ChainState> chain,
            Map<RuleNodeId, NodeFigures> figures,
            long now) {
        Long version = chain.map(ChainState::version).orElse(null);
        List<Node> nodes =
                chain.stream()
                        .flatMap(state -> state.nodes().stream())
                        .map(node -> Node.of(node, figures.get(node.node().id()), now))
                        .toList();
        return new NodeStatesView(
                version, nodes, List.of(new OnInstance(instance, version, nodes)), null);
    }

    /** Adds the states on other instances. */
    NodeStatesView merge(PeerAnswers<NodeStatesView> others) {
        List<OnInstance> all =
                Stream.concat(Stream.of(this), others.answers().stream())
                        .flatMap(view -> view.instances().stream())
                        .sorted(Comparator.comparing(OnInstance::instance))
                        .toList();
        Long newest =
                all.stream()
                        .map(OnInstance::version)
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .orElse(null);
        Map<RuleNodeId, Node> merged = new LinkedHashMap<>();
        all.stream()
                .filter(each -> Objects.equals(each.version(), newest))
                .flatMap(each -> each.nodes().stream())
                .forEach(node -> merged.merge(node.id(), node, Node::plus));
        return new NodeStatesView(newest, List.copyOf(merged.values()), all, others.unanswered());
    }

    /**
     * The states on one instance.
     *
     * @param version the version of the chain that processes messages there; null if the instance has not loaded the
     *     chain
     */
    public record OnInstance(String instance, @Nullable Long version, List<Node> nodes) {}

    /** The state of a node, from good to bad. */
    public enum State {
        RUNNING,
        BREAKER_OPEN,
        NOT_STARTED
    }

    /**
     * A node with its state.
     * @param messages number of messages that the node has not answered yet
     * @param reason why the node gets no messages; null if it runs
     * @param openUntil when the circuit breaker lets messages in again as a trial, in milliseconds since the epoch;
     *     null if the breaker is not open
     * @param figures what the node did in the last seconds; absent if that was not asked for or is not known yet
     */
    public record Node(
            RuleNodeId id,
            String name,
            String type,
            State state,
            int messages,
            @Nullable String reason,
            @Nullable Long openUntil,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable NodeFigures figures) {

        private static Node of(NodeState node, @Nullable NodeFigures figures, long now) {
            return switch (node.condition()) {
                case NodeState.Running() -> of(node, State.RUNNING, null, null, figures);
                case NodeState.NotStarted(String reason) ->
                        of(node, State.NOT_STARTED, reason, null, figures);
                case NodeState.BreakerOpen(String reason, Duration left) ->
                        of(node, State.BREAKER_OPEN, reason, now + left.toMillis(), figures);
            };
        }

        /** The worse of two states of a node on different instances, with the messages of both. */
        private Node plus(Node other) {
            Node worse = state.compareTo(other.state) >= 0 ? this : other;
            return new Node(
                    id,
                    worse.name,
                    worse.type,
                    worse.state,
                    messages + other.messages,
                    worse.reason,
                    worse.openUntil,
                    sum(figures, other.figures));
        }

        private static @Nullable NodeFigures sum(
                @Nullable NodeFigures one, @Nullable NodeFigures other) {
            return one == null ? other : other == null ? one : one.plus(other);
        }

        private static Node of(
                NodeState node,
                State state,
                @Nullable String reason,
                @Nullable Long openUntil,
                @Nullable NodeFigures figures) {
            return new Node(
                    node.node().id(),
                    node.node().name(),
                    node.node().type(),
                    state,
                    node.messages(),
                    reason,
                    openUntil,
                    figures);
        }
    }
}
