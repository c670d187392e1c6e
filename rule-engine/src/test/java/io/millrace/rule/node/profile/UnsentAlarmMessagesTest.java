// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.RuleText;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.store.StoreException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the message about an alarm if the queue refuses it when a duration is over. */
class UnsentAlarmMessagesTest {

    private static final String HOT = "{\"t\":31}";
    private static final String COLD = "{\"t\":1}";
    private static final Duration OVER_A_MINUTE = Duration.ofSeconds(61);

    private final ProfileNodeFixture node = new ProfileNodeFixture();

    private void rules(String text) {
        node.rules(RuleText.rules(text));
    }

    private void wakeWhileTheQueueIsFull() {
        node.advance(OVER_A_MINUTE);
        node.refusal = new IllegalStateException("no room");
        assertThat(node.wake()).isInstanceOf(NodeResult.Failed.class);
        node.refusal = null;
    }

    private void wakeAgain() {
        node.advance(Duration.ofSeconds(10));
        assertThat(node.wake()).isInstanceOf(NodeResult.Ended.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isSentAtTheNextAttempt(boolean restart) {
        rules("MAJOR t > 30 for 60s");
        node.telemetry(HOT);
        wakeWhileTheQueueIsFull();
        assertThat(node.alarms.all()).hasSize(1);
        if (restart) {
            node.restart();
        }

        wakeAgain();

        assertThat(node.labels()).containsExactly("Alarm Created");
        RuleMessage message = node.submitted.getFirst();
        assertThat(message.metadata().values())
                .containsEntry("deviceName", "Boiler")
                .containsEntry("isNewAlarm", "true")
                .containsEntry("alarmConditionDuration", "61000");
        assertThat(message.payload().json().path("id").path("id").asString())
                .isEqualTo(node.alarms.all().getFirst().id().id().toString());
        assertThat(node.waiting()).isEmpty();
    }

    @Test
    void isNoReasonToStoreAnythingLaterIfTheQueueTakesIt() {
        rules("MAJOR t > 30 for 60s; CRITICAL t > 30 for 3600s");
        node.telemetry(HOT);

        node.pass(OVER_A_MINUTE);

        assertThat(node.labels()).containsExactly("Alarm Created");
        assertThat(node.waiting()).isEqualTo(node.timers()).hasSize(1);
    }

    @Test
    void isSentOnce() {
        rules("MAJOR t > 30 for 60s");
        node.telemetry(HOT);
        wakeWhileTheQueueIsFull();
        wakeAgain();

        node.wake();
        node.telemetry(COLD);
        node.telemetry(HOT);
        node.pass(OVER_A_MINUTE);

        assertThat(node.labels()).containsExactly("Alarm Created");
    }

    @Test
    void isSentAlsoIfItIsAboutASeverity() {
        rules("MAJOR t > 30; CRITICAL t > 30 for 60s");
        node.telemetry(HOT);
        wakeWhileTheQueueIsFull();
        assertThat(node.alarms.all())
                .extracting(Alarm::severity)
                .containsExactly(AlarmSeverity.CRITICAL);

        wakeAgain();

        assertThat(node.labels()).containsExactly("Alarm Created", "Alarm Severity Updated");
        assertThat(node.submitted.getLast().metadata().values())
                .containsEntry("isExistingAlarm", "true")
                .containsEntry("isSeverityUpdated", "true");
    }

    @Test
    void isSentAlsoIfItIsAboutTheEndOfTheAlarm() {
        rules("MAJOR t > 30; clear t < 9 for 60s");
        node.telemetry(HOT);
        node.telemetry(COLD);
        wakeWhileTheQueueIsFull();
        assertThat(node.alarms.all()).allMatch(alarm -> alarm.status().isCleared());

        wakeAgain();

        assertThat(node.labels()).containsExactly("Alarm Created", "Alarm Cleared");
        assertThat(node.submitted.getLast().metadata().values())
                .containsEntry("isClearedAlarm", "true");
        assertThat(node.waiting()).isEmpty();
    }

    @Test
    void isSentForEachAlarmThatHasChanged() {
        node.rules(RuleText.rules("MAJOR t > 30 for 60s", "MINOR t > 20 for 60s"));
        node.telemetry(HOT);
        wakeWhileTheQueueIsFull();
        wakeWhileTheQueueIsFull();

        wakeAgain();

        assertThat(node.alarms.all()).hasSize(2);
        assertThat(node.labels()).containsExactly("Alarm Created", "Alarm Created");
    }

    @Test
    void isSentOnceIfTheAlarmWasNotStoredEither() {
        rules("MAJOR t > 30 for 60s");
        node.telemetry(HOT);
        node.advance(OVER_A_MINUTE);
        node.alarms.failWith(new StoreException("broken"));
        assertThat(node.wake()).isInstanceOf(NodeResult.Failed.class);
        node.alarms.failWith(null);

        wakeAgain();

        assertThat(node.alarms.all()).hasSize(1);
        assertThat(node.labels()).containsExactly("Alarm Created");
        assertThat(node.waiting()).isEmpty();
    }

    @Test
    void isSentBeforeThatOfALaterDuration() {
        rules("MAJOR t > 30 for 60s; CRITICAL t > 30 for 65s");
        node.telemetry(HOT);
        wakeWhileTheQueueIsFull();

        wakeAgain();

        assertThat(node.labels()).containsExactly("Alarm Created", "Alarm Severity Updated");
    }

    @Test
    void isNotSentIfTheDeviceHasNoRulesAnyMore() {
        rules("MAJOR t > 30 for 60s");
        node.telemetry(HOT);
        wakeWhileTheQueueIsFull();
        node.rules(AlarmRules.NONE);

        wakeAgain();

        assertThat(node.submitted).isEmpty();
        assertThat(node.waiting()).isEmpty();
    }
}
