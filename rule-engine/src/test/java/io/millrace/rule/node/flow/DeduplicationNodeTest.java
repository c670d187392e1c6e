// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static io.millrace.rule.node.NodeTester.TS;
import static io.millrace.rule.node.NodeTester.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.flow.DeduplicationNode.Strategy;
import io.millrace.rule.store.PendingMessages.Pending;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeduplicationNodeTest {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final PendingFixture fixture = new PendingFixture(null);

    private static String by(String strategy) {
        return """
        {"interval":10,"strategy":"%s","outMsgType":"MERGED","maxPendingMsgs":4,"maxRetries":3}\
        """
                .formatted(strategy);
    }

    private void start(String configuration) {
        fixture.start(DeduplicationNode.definition(fixture.ports()), configuration);
    }

    /** A message whose time is so many seconds after the others'. */
    private static RuleMessage at(int seconds, String json) {
        return message("TEST", json, "ts", Long.toString(TS + seconds * 1_000L));
    }

    @Test
    void byDefaultTheFirstOfAMinutePasses() {
        assertThat(DeduplicationNode.definition(fixture.ports()).defaults())
                .isEqualTo(new DeduplicationNode.Configuration(60, Strategy.FIRST, null, 100, 3));
    }

    @Test
    void eachDeliveryEndsWhenItsMessageBeginsToWait() {
        start(by("FIRST"));

        assertThat(fixture.receive(at(0, "1"))).isInstanceOf(NodeResult.Ended.class);
        assertThat(fixture.waiting()).singleElement().returns(TS + 10_000, Pending::dueAt);
        assertThat(fixture.sent).isEmpty();
    }

    @Test
    void firstSendsTheEarliestOfTheIntervalOnWhateverTheOrderOfArrival() {
        start(by("FIRST"));
        RuleMessage earliest =
                at(0, "{\"a\":1}").withCustomer(new CustomerId(new UUID(1, 2))).withQueue("Q");
        fixture.receive(at(2, "2"));
        fixture.receive(earliest);
        fixture.receive(at(1, "3"));

        fixture.pass(INTERVAL);

        assertThat(fixture.sent)
                .singleElement()
                .satisfies(sent -> {
                    assertThat(sent.payload().text()).isEqualTo("{\"a\":1}");
                    assertThat(sent.metadata()).isEqualTo(earliest.metadata());
                    assertThat(sent.type()).isEqualTo("TEST");
                    assertThat(sent.customer()).isEqualTo(earliest.customer());
                    assertThat(sent.queue()).isEqualTo("Q");
                    assertThat(sent.entry()).isEqualTo(fixture.behindTheNode());
                    assertThat(sent.id()).isNotEqualTo(earliest.id());
                });
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void lastSendsTheLatestOnAndOfTwoWithTheSameTimeTheOneThatCameFirst() {
        start(by("LAST"));
        fixture.receive(at(0, "1"));
        fixture.receive(at(2, "2"));
        fixture.receive(at(2, "3"));

        fixture.pass(INTERVAL);

        assertThat(fixture.sent).singleElement().matches(sent -> sent.payload().text().equals("2"));
    }

    @Test
    void allSendsOneMessageWithEverythingInTheOrderOfArrival() {
        start(by("ALL"));
        fixture.receive(at(1, "{\"a\":1}"));
        fixture.receive(at(0, "[2]"));

        fixture.pass(INTERVAL);

        assertThat(fixture.sent)
                .singleElement()
                .satisfies(sent -> {
                    assertThat(sent.type()).isEqualTo("MERGED");
                    assertThat(sent.customer()).isNull();
                    assertThat(sent.originator()).isEqualTo(NodeTester.DEVICE.entity());
                    assertThat(sent.metadata().values())
                            .containsOnlyKeys("ts")
                            .containsEntry("ts", Long.toString(TS + INTERVAL.toMillis()));
                    assertThat(sent.payload().text())
                            .isEqualTo(
                                    """
                                    [{"msg":{"a":1},"metadata":{"ts":"%d"}},{"msg":[2],"metadata":{"ts":"%d"}}]\
                                    """
                                            .formatted(TS + 1_000, TS));
                });
    }

    @Test
    void allTakesAPayloadThatIsNoJsonAsText() {
        start(by("ALL"));
        fixture.receive(at(0, "not JSON"));

        fixture.pass(INTERVAL);

        assertThat(fixture.sent)
                .singleElement()
                .matches(sent -> sent.payload().text().startsWith("[{\"msg\":\"not JSON\""));
    }

    @Test
    void allWithoutATypeMakesAMessageOfTypeNa() {
        start("{\"interval\":10,\"strategy\":\"ALL\",\"maxPendingMsgs\":4}");
        fixture.receive(at(0, "1"));

        fixture.pass(INTERVAL);

        assertThat(fixture.sent).singleElement().matches(sent -> sent.type().equals("NA"));
    }

    @Test
    void messagesOfALaterIntervalWaitForItsEnd() {
        start(by("FIRST"));
        fixture.receive(at(0, "1"));
        fixture.pass(Duration.ofSeconds(9));
        fixture.receive(at(11, "2"));

        fixture.pass(Duration.ofSeconds(1));
        assertThat(fixture.sent).extracting(sent -> sent.payload().text()).containsExactly("1");
        fixture.pass(Duration.ofSeconds(11));
        assertThat(fixture.sent)
                .extracting(sent -> sent.payload().text())
                .containsExactly("1", "2");
    }

    @Test
    void severalIntervalsThatAreOverMakeOneMessageEach() {
        start(by("FIRST"));
        fixture.receive(at(-30, "1"));
        fixture.receive(at(-29, "2"));
        fixture.receive(at(-15, "3"));

        fixture.pass(INTERVAL);

        assertThat(fixture.sent)
                .extracting(sent -> sent.payload().text())
                .containsExactly("1", "3");
    }

    @Test
    void aMessageAtTheEndOfAnIntervalBeginsTheNext() {
        start(by("FIRST"));
        fixture.receive(at(-30, "1"));
        fixture.receive(at(-20, "2"));

        fixture.pass(INTERVAL);

        assertThat(fixture.sent)
                .extracting(sent -> sent.payload().text())
                .containsExactly("1", "2");
    }

    @Test
    void theEndOfAnEarlierIntervalDoesNotPutALaterOneOff() {
        start(by("FIRST"));
        fixture.receive(at(-5, "1"));
        fixture.pass(Duration.ofSeconds(6));
        fixture.receive(at(6, "2"));
        fixture.pass(Duration.ofSeconds(4));
        assertThat(fixture.sent).extracting(sent -> sent.payload().text()).containsExactly("1");

        fixture.pass(Duration.ofSeconds(6));

        assertThat(fixture.sent)
                .extracting(sent -> sent.payload().text())
                .containsExactly("1", "2");
    }

    @Test
    void aMessageOfTheFutureWaitsUntilItsIntervalIsOver() {
        start(by("FIRST"));
        fixture.receive(at(15, "1"));

        fixture.pass(INTERVAL);
        assertThat(fixture.waiting()).singleElement().returns(TS + 20_000, Pending::dueAt);
        fixture.pass(INTERVAL);
        assertThat(fixture.sent).isEmpty();
        fixture.pass(INTERVAL);
        assertThat(fixture.sent).hasSize(1);
    }

    @Test
    void oneMoreThanMayWaitOfAnOriginatorFails() {
        start(by("FIRST"));
        for (int i = 0; i < 4; i++) {
            fixture.receive(at(i, "1"));
        }

        assertThat(fixture.receive(at(5, "2")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).contains("4 of one originator"));
    }

    @Test
    void theResultGoesIntoTheChosenQueue() {
        PendingFixture chosen = new PendingFixture("HighPriority");
        chosen.start(DeduplicationNode.definition(chosen.ports()), by("FIRST"));
        chosen.receive(at(0, "1").withQueue("Q"));

        chosen.pass(INTERVAL);

        assertThat(chosen.sent)
                .singleElement()
                .matches(sent -> "HighPriority".equals(sent.queue()));
    }

    @Test
    void aResultForWhichTheQueueHasNoRoomWaits() {
        start(by("FIRST"));
        fixture.receive(at(0, "1"));
        fixture.room = false;
        fixture.pass(INTERVAL);
        assertThat(fixture.waiting()).hasSize(1);
        fixture.room = true;

        fixture.pass(INTERVAL);

        assertThat(fixture.sent).hasSize(1);
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void aMessageOutsideAnyDeliveryWaitsLikeTheOthers() {
        start(by("FIRST"));

        assertThat(NodeTester.run(fixture.started(), at(0, "1")))
                .isInstanceOf(NodeResult.Ended.class);
        assertThat(fixture.waiting()).hasSize(1);
    }

    @Test
    void anIntervalOfNoLengthNoStrategyAndNoRoomAreRefused() {
        assertThatThrownBy(() -> start("{\"interval\":0,\"maxPendingMsgs\":0}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("interval:")
                .hasMessageContaining("strategy:")
                .hasMessageContaining("maxPendingMsgs:");
    }

    @Test
    void theFirstVersionKeptTheQueueInItsConfiguration() {
        assertThat(
                        NodeTester.upgraded(
                                        DeduplicationNode.definition(fixture.ports()),
                                        "{\"interval\":10,\"queueName\":\"Q\"}",
                                        0)
                                .has("queueName"))
                .isFalse();
    }
}
