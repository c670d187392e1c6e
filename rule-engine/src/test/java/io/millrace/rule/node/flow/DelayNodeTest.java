// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static io.millrace.rule.node.NodeTester.TS;
import static io.millrace.rule.node.NodeTester.message;
import static io.millrace.rule.node.NodeTester.telemetry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.PendingMessages.Pending;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DelayNodeTest {

    private static final String TEN_SECONDS = "{\"periodInSeconds\":10,\"maxPendingMsgs\":2}";
    private static final String BY_METADATA =
            "{\"maxPendingMsgs\":2,\"useMetadataPeriodInSecondsPatterns\":true,\"periodInSecondsPattern\":\"${wait}\"}";

    private final PendingFixture fixture = new PendingFixture(null);

    private void start(String configuration) {
        fixture.start(DelayNode.definition(fixture.ports()), configuration);
    }

    @Test
    void byDefaultAMessageWaitsForAMinuteAndAThousandMayWait() {
        assertThat(DelayNode.definition(fixture.ports()).defaults())
                .isEqualTo(new DelayNode.Configuration(60, 1_000, null, false));
    }

    @Test
    void aMessageOutsideAnyDeliveryWaitsLikeTheOthers() {
        start(TEN_SECONDS);

        assertThat(NodeTester.run(fixture.started(), telemetry("{}")))
                .isInstanceOf(NodeResult.Ended.class);
        assertThat(fixture.waiting()).hasSize(1);
    }

    @Test
    void theDeliveryEndsWhenTheMessageBeginsToWait() {
        start(TEN_SECONDS);

        assertThat(fixture.receive(telemetry("{}"))).isInstanceOf(NodeResult.Ended.class);
        assertThat(fixture.waiting()).hasSize(1);
        assertThat(fixture.sent).isEmpty();
    }

    @Test
    void aMessageGoesOnBehindTheNodeWhenItsTimeHasCome() {
        start(TEN_SECONDS);
        RuleMessage message = message("TEST", "{\"a\":1}", "k", "v").withQueue("HighPriority");
        fixture.receive(message);

        fixture.pass(Duration.ofSeconds(9));
        assertThat(fixture.sent).isEmpty();
        fixture.pass(Duration.ofSeconds(1));

        assertThat(fixture.sent)
                .singleElement()
                .isEqualTo(message.withEntry(fixture.behindTheNode()));
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void messagesGoOnInTheOrderInWhichTheyCameEachAtItsTime() {
        start(TEN_SECONDS);
        fixture.receive(telemetry("1"));
        fixture.pass(Duration.ofSeconds(4));
        fixture.receive(telemetry("2"));

        fixture.pass(Duration.ofSeconds(6));
        assertThat(fixture.sent).extracting(sent -> sent.payload().text()).containsExactly("1");
        fixture.pass(Duration.ofSeconds(4));
        assertThat(fixture.sent)
                .extracting(sent -> sent.payload().text())
                .containsExactly("1", "2");
    }

    @Test
    void oneMoreThanMayWaitFails() {
        start(TEN_SECONDS);
        fixture.receive(telemetry("1"));
        fixture.receive(telemetry("2"));

        assertThat(fixture.receive(telemetry("3")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).contains("at most 2 may"));
    }

    @Test
    void aDeliveryThatIsRepeatedWaitsOnce() {
        start(TEN_SECONDS);

        fixture.receive(telemetry("1"), "the same delivery");
        fixture.receive(telemetry("1"), "the same delivery");

        assertThat(fixture.waiting()).hasSize(1);
    }

    @Test
    void theTimeMayComeFromATemplate() {
        start(BY_METADATA);
        fixture.receive(message("TEST", "{}", "wait", " 3"));

        fixture.pass(Duration.ofSeconds(2));
        assertThat(fixture.sent).isEmpty();
        fixture.pass(Duration.ofSeconds(1));
        assertThat(fixture.sent).hasSize(1);
    }

    @Test
    void aTemplateThatBecomesANegativeNumberLetsTheMessageGoOnAtOnce() {
        start(BY_METADATA);
        fixture.receive(message("TEST", "{}", "wait", "-3"));

        assertThat(fixture.waiting()).singleElement().returns(TS, Pending::dueAt);
        fixture.pass(Duration.ZERO);
        assertThat(fixture.sent).hasSize(1);
    }

    @Test
    void aTemplateThatBecomesNoNumberFailsTheMessageAndNothingWaits() {
        start(BY_METADATA);

        assertThat(fixture.receive(message("TEST", "{}", "wait", "soon")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.error())
                                        .contains("${wait}")
                                        .contains("number of seconds")
                                        .contains("\"soon\""));
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void waitingMessagesOutliveTheNode() {
        start(TEN_SECONDS);
        fixture.receive(telemetry("1"));

        start(TEN_SECONDS);
        fixture.pass(Duration.ofSeconds(10));

        assertThat(fixture.sent).hasSize(1);
    }

    @Test
    void withoutRoomInTheQueueAMessageWaitsTenSecondsMore() {
        start(TEN_SECONDS);
        fixture.receive(telemetry("1"));
        fixture.room = false;
        fixture.pass(Duration.ofSeconds(10));
        fixture.room = true;

        fixture.pass(Duration.ofSeconds(9));
        assertThat(fixture.sent).isEmpty();
        fixture.pass(Duration.ofSeconds(1));
        assertThat(fixture.sent).hasSize(1);
    }

    @Test
    void aConfigurationThatLetsNothingWaitIsRefused() {
        assertThatThrownBy(() -> start("{\"periodInSeconds\":-1,\"maxPendingMsgs\":0}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("periodInSeconds:")
                .hasMessageContaining("maxPendingMsgs:");
    }
}
