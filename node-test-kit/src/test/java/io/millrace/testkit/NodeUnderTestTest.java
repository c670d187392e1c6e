// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class NodeUnderTestTest {

    private final RuleMessage message = TestMessages.telemetry("{\"a\":1}");
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Answers what its configuration names. */
    @NodeType(
            id = "test.answering",
            group = NodeGroup.FILTER,
            name = "answering",
            description = "Answers what its configuration names.",
            labels = {"Yes", "No"},
            version = 1)
    private static final class AnsweringNode implements RuleNode {

        record Configuration(@NotBlank String answer, @Max(9) int digit) {}

        private final String answer;
        private final AtomicBoolean closed;

        private AnsweringNode(String answer, AtomicBoolean closed) {
            this.answer = answer;
            this.closed = closed;
        }

        static NodeDefinition<Configuration> definition(AtomicBoolean closed) {
            return NodeDefinition.of(
                    AnsweringNode.class,
                    new Configuration("Yes", 0),
                    (_, configuration) -> configuration.set("answer", configuration.get("reply")),
                    (configuration, _) -> {
                        if (configuration.answer().equals("absent")) {
                            throw new IOException("the other end is away");
                        }
                        return new AnsweringNode(configuration.answer(), closed);
                    });
        }

        @Override
        public NodeResult process(RuleMessage message) {
            throw new UnsupportedOperationException("the engine calls the other one");
        }

        @Override
        @SuppressWarnings("NullAway") // a plugin compiled without NullAway can return null
        public NodeResult process(RuleMessage message, NodeCall call) throws IOException {
            return switch (answer) {
                case "throws" -> throw new IOException("no luck");
                case "several" -> new NodeResult.Several(List.of(message, message));
                case "both" -> new NodeResult.Next(Set.of("Yes", "No"), message);
                case "ends" -> new NodeResult.Ended();
                case "later" -> later(NodeResult.to("No", message));
                case "later still" -> later(later(NodeResult.to("No", message)));
                case "later fails" ->
                        new NodeResult.Later(
                                CompletableFuture.failedStage(new IOException("too late")));
                case "nothing" -> null;
                case "never" -> new NodeResult.Later(new CompletableFuture<>());
                case "key" -> new NodeResult.Failed(message, call.idempotencyKey());
                default -> NodeResult.to(answer, message);
            };
        }

        private static NodeResult later(NodeResult result) {
            return new NodeResult.Later(CompletableFuture.supplyAsync(() -> result));
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }

    @Test
    void aNewNodeHasItsDefaults() {
        try (NodeUnderTest node = NodeUnderTest.of(AnsweringNode.definition(closed))) {
            Answer answer = node.send(message);

            assertThat(answer.label()).isEqualTo("Yes");
            assertThat(answer.message()).isSameAs(message);
            assertThat(answer.payload()).isEqualTo("{\"a\":1}");
            assertThat(answer.error()).isNull();
        }
        assertThat(closed).isTrue();
    }

    @Test
    void anOlderConfigurationIsBroughtUpToDate() {
        NodeUnderTest node =
                NodeUnderTest.of(AnsweringNode.definition(closed), "{\"reply\":\"No\"}", 0);

        assertThat(node.send(message).label()).isEqualTo("No");
        assertThat(
                        NodeUnderTest.upgraded(
                                        AnsweringNode.definition(closed), "{\"reply\":\"No\"}", 0)
                                .path("answer")
                                .asString())
                .isEqualTo("No");
    }

    @Test
    void aConfigurationThatBreaksItsConstraintsIsRefusedWithAllItsFaults() {
        assertThatThrownBy(() -> node("{\"answer\":\"\",\"digit\":10}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll("answer: must not be blank", "digit: must be less than");
    }

    @Test
    void aConfigurationOfTheWrongTypeIsRefusedByField() {
        assertThatThrownBy(() -> node("{\"answer\":\"Yes\",\"digit\":\"many\"}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("digit: must be a number, not \"many\"");
    }

    @Test
    void aNodeThatCannotStartNowSaysWhy() {
        assertThatThrownBy(() -> answering("absent"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the node cannot start: the other end is away");
    }

    @Test
    void anExceptionIsAFailure() {
        Answer answer = answering("throws").send(message);

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).isEqualTo("no luck");
        assertThat(answer.message()).isSameAs(message);
    }

    @Test
    void anAnswerThatComesLaterIsWaitedFor() {
        assertThat(answering("later").send(message).label()).isEqualTo("No");
    }

    @Test
    void nothingIsNoAnswerAndNeitherIsOneThatPutsOffAgain() {
        assertThat(answering("nothing").send(message).error()).isEqualTo("the node gave no answer");
        assertThat(answering("later still").send(message).error())
                .isEqualTo("the node gave no answer");
    }

    @Test
    void anAnswerThatFailsLaterIsAFailure() {
        assertThat(answering("later fails").send(message).error()).isEqualTo("too late");
    }

    @Test
    void anAnswerThatDoesNotComeFailsTheTest() {
        NodeUnderTest node = answering("never").waiting(Duration.ofMillis(1));

        assertThatThrownBy(() -> node.send(message))
                .isInstanceOf(AssertionError.class)
                .hasMessage("the node gave no answer within PT0.001S");
    }

    @Test
    void aMessageCanBeOfferedWithoutWaiting() {
        assertThat(answering("never").offer(message)).isNotDone();
        assertThat(answering("No").offer(message)).isCompleted();
    }

    @Test
    void aLabelThatTheAnnotationLacksFailsTheTest() {
        NodeUnderTest node = answering("Perhaps");

        assertThatThrownBy(() -> node.send(message))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "expected a label that @NodeType declares, one of [Yes, No], the node used [Perhaps]");
    }

    @Test
    void severalMessagesAndSeveralLabelsAreSeen() {
        Answer several = answering("several").send(message);
        Answer both = answering("both").send(message);

        assertThat(several.messages()).containsExactly(message, message);
        assertThatThrownBy(several::message).hasMessage("expected one message, got 2");
        assertThat(both.labels()).containsExactlyInAnyOrder("Yes", "No");
        assertThatThrownBy(both::label).hasMessageStartingWith("expected one label, got [");
    }

    @Test
    void aMessageThatEndsHasNeitherLabelNorMessage() {
        Answer answer = answering("ends").send(message);

        assertThat(answer.labels()).isEmpty();
        assertThat(answer.messages()).isEmpty();
        assertThat(answer.result()).isEqualTo(new NodeResult.Ended());
    }

    @Test
    void theSameMessageHasTheSameIdempotencyKey() {
        NodeUnderTest node = answering("key");

        assertThat(node.send(message).error()).isEqualTo("test-" + message.id());
    }

    private NodeUnderTest answering(String answer) {
        return node("{\"answer\":\"%s\"}".formatted(answer));
    }

    private NodeUnderTest node(String configuration) {
        return NodeUnderTest.of(AnsweringNode.definition(closed), configuration);
    }
}
