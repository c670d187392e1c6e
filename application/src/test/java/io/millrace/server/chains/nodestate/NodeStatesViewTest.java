// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.nodestate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleNodeId;
import io.millrace.server.chains.nodestate.NodeStatesView.Node;
import io.millrace.server.chains.nodestate.NodeStatesView.OnInstance;
import io.millrace.server.chains.nodestate.NodeStatesView.State;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The states of nodes that several instances run. */
final class NodeStatesViewTest {

    private static final RuleNodeId ONE = new RuleNodeId(UUID.randomUUID());
    private static final RuleNodeId TWO = new RuleNodeId(UUID.randomUUID());
    private static final JsonMapper JSON = JsonMapper.builder().addModule(new IdJson()).build();

    private static Node node(RuleNodeId id, State state, int messages, @Nullable String reason) {
        return node(id, state, messages, reason, null);
    }

    private static Node node(
            RuleNodeId id,
            State state,
            int messages,
            @Nullable String reason,
            @Nullable NodeFigures figures) {
        return new Node(
                id, "Node", "type", state, messages, reason, reason == null ? null : 9L, figures);
    }

    private static NodeStatesView on(String instance, @Nullable Long version, Node... nodes) {
        List<Node> all = List.of(nodes);
        return new NodeStatesView(
                version, all, List.of(new OnInstance(instance, version, all)), null);
    }

    @Test
    void aNodeHasItsWorstStateAndTheMessagesOfAllInstances() {
        NodeStatesView whole =
                on("b", 7L, node(ONE, State.RUNNING, 2, null), node(TWO, State.RUNNING, 0, null))
                        .merge(
                                new PeerAnswers<>(
                                        List.of(
                                                on(
                                                        "a",
                                                        7L,
                                                        node(ONE, State.BREAKER_OPEN, 3, "slow"))),
                                        List.of()));

        assertThat(whole.version()).isEqualTo(7);
        assertThat(whole.nodes())
                .containsExactly(
                        node(ONE, State.BREAKER_OPEN, 5, "slow"),
                        node(TWO, State.RUNNING, 0, null));
        assertThat(whole.instances().stream().map(OnInstance::instance)).containsExactly("a", "b");
    }

    @Test
    void theFiguresOfANodeAreThoseOfAllInstancesTogether() {
        NodeFigures slow = new NodeFigures(10, 1, 3, 0, 0, new TreeMap<>(Map.of(40, 50L)));
        NodeFigures fast = new NodeFigures(30, 0, 1, 0, 0, new TreeMap<>(Map.of(8, 150L)));

        NodeFigures both =
                on("a", 7L, node(ONE, State.RUNNING, 0, null, slow))
                        .merge(
                                new PeerAnswers<>(
                                        List.of(
                                                on(
                                                        "b",
                                                        7L,
                                                        node(ONE, State.RUNNING, 0, null, fast)),
                                                on("c", 7L, node(ONE, State.RUNNING, 0, null))),
                                        List.of()))
                        .nodes()
                        .getFirst()
                        .figures();

        assertThat(both)
                .isEqualTo(
                        new NodeFigures(
                                40, 1, 4, 10, 2_560, new TreeMap<>(Map.of(8, 150L, 40, 50L))));
    }

    @Test
    void whileInstancesDifferTheNewestVersionIsShown() {
        Node former = node(ONE, State.NOT_STARTED, 1, "wrong");
        NodeStatesView whole =
                on("a", 7L, former)
                        .merge(
                                new PeerAnswers<>(
                                        List.of(
                                                on("b", 8L, node(TWO, State.RUNNING, 0, null)),
                                                NodeStatesView.of(
                                                        "c", Optional.empty(), Map.of(), 0)),
                                        List.of(new Unanswered("d", "cannot be reached"))));

        assertThat(whole.version()).isEqualTo(8);
        assertThat(whole.nodes()).containsExactly(node(TWO, State.RUNNING, 0, null));
        assertThat(whole.instances())
                .containsExactly(
                        new OnInstance("a", 7L, List.of(former)),
                        new OnInstance("b", 8L, List.of(node(TWO, State.RUNNING, 0, null))),
                        new OnInstance("c", null, List.of()));
        assertThat(whole.unanswered()).hasSize(1);
    }

    @Test
    void canBeReadFromTheAnswerOfAnotherInstance() {
        NodeStatesView sent =
                on(
                                "a",
                                7L,
                                node(
                                        ONE,
                                        State.BREAKER_OPEN,
                                        3,
                                        "slow",
                                        new NodeFigures(
                                                1, 0, 0, 10, 10, new TreeMap<>(Map.of(8, 5L)))))
                        .merge(PeerAnswers.none());
        NodeStatesView idle = NodeStatesView.of("a", Optional.empty(), Map.of(), 0);

        assertThat(JSON.readValue(JSON.writeValueAsString(sent), NodeStatesView.class))
                .isEqualTo(sent);
        assertThat(JSON.readValue(JSON.writeValueAsString(idle), NodeStatesView.class))
                .isEqualTo(idle);
    }
}
