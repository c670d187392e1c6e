// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.NodeTimers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCountNodeTest {

    private static final CompletionStage<Void> SAFE = CompletableFuture.completedStage(null);

    private final ManualTime time = new ManualTime();
    private final List<RuleMessage> submitted = new ArrayList<>();
    private CompletionStage<Void> submission = SAFE;
    private final NodeIdentity identity = NodeTester.identity("count");
    private final NodeDefinition<?> definition =
            MessageCountNode.definition(
                    new MessageCountNode.Ports(
                            time,
                            message -> {
                                submitted.add(message);
                                return submission;
                            },
                            "instance-1",
                            time));
    private final RuleMessage message = NodeTester.message("ANY", "not JSON");

    /** A clock that a test moves, and one timer. */
    private static final class ManualTime extends Clock implements NodeTimers {

        private long now = NodeTester.TS;
        private Duration period = Duration.ZERO;
        private Runnable task = () -> {};

        @Override
        public NodeTimers.Timer every(Duration wanted, Runnable work) {
            period = wanted;
            task = work;
            return () -> task = () -> {};
        }

        /** Calls the timer at its next time, or later. */
        private void tick(long lateMillis) {
            now += period.toMillis() + lateMillis;
            task.run();
            now -= lateMillis;
        }

        @Override
        public long millis() {
            return now;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(now);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void countsMessagesAndForwardsNone() {
        RuleNode node = node(10);

        assertThat(NodeTester.run(node, message)).isEqualTo(new NodeResult.Ended());
        assertThat(submitted).isEmpty();
    }

    @Test
    void sendsTheNumberOfEachIntervalAsTelemetryOfTheTenantBehindItself() {
        RuleNode node = node(10);
        NodeTester.run(node, message);
        NodeTester.run(node, message);

        time.tick(0);

        assertThat(time.period).isEqualTo(Duration.ofSeconds(10));
        assertThat(submitted)
                .singleElement()
                .satisfies(sent -> {
                    assertThat(sent.tenant()).isEqualTo(NodeTester.TENANT);
                    assertThat(sent.originator()).isEqualTo(NodeTester.TENANT.entity());
                    assertThat(sent.type()).isEqualTo("POST_TELEMETRY_REQUEST");
                    assertThat(sent.payload().text()).isEqualTo("{\"n_instance-1\":2}");
                    assertThat(sent.metadata().values())
                            .containsOnlyKeys("delta")
                            .containsEntry("delta", "10000");
                    assertThat(sent.entry())
                            .isEqualTo(
                                    new EntryPoint(
                                            identity.chain(),
                                            identity.node(),
                                            "Success",
                                            List.of()));
                    assertThat(sent.queue()).isNull();
                });
    }

    @Test
    void beginsEachIntervalWithZero() {
        RuleNode node = node(10);
        NodeTester.run(node, message);
        time.tick(0);
        time.tick(0);

        assertThat(submitted)
                .extracting(sent -> sent.payload().text())
                .containsExactly("{\"n_instance-1\":1}", "{\"n_instance-1\":0}");
    }

    @Test
    void saysHowLongALateIntervalWas() {
        RuleNode node = node(10);
        NodeTester.run(node, message);
        time.tick(250);
        time.tick(0);

        assertThat(submitted)
                .extracting(sent -> sent.metadata().get("delta"))
                .containsExactly("10250", "10000");
    }

    @Test
    void addsACountForWhichThereWasNoRoomToTheNextOne() {
        RuleNode node = node(10);
        NodeTester.run(node, message);
        submission = CompletableFuture.failedStage(new IllegalStateException("no room"));
        time.tick(0);
        submission = SAFE;
        NodeTester.run(node, message);
        time.tick(0);

        assertThat(submitted.getLast().payload().text()).isEqualTo("{\"n_instance-1\":2}");
    }

    @Test
    void sendsItsLastCountWhenItIsClosed() {
        RuleNode node = node(10);
        NodeTester.run(node, message);

        node.close();
        time.tick(0);

        assertThat(submitted)
                .extracting(sent -> sent.payload().text())
                .containsExactly("{\"n_instance-1\":1}");
    }

    @Test
    void sendsNothingWhenItIsClosedWithoutACount() {
        node(10).close();

        assertThat(submitted).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 2_678_401})
    void refusesAnIntervalOutOfRange(int interval) {
        assertThatThrownBy(() -> node(interval))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("interval: ");
    }

    private RuleNode node(int interval) {
        return NodeTester.node(
                definition,
                "{\"interval\":%d,\"telemetryPrefix\":\"n\"}".formatted(interval),
                identity);
    }
}
