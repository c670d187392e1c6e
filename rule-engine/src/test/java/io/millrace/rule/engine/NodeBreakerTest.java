// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.rule.engine.NodeBreaker.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NodeBreakerTest {

    private final AtomicLong now = new AtomicLong(Long.MIN_VALUE / 2);
    private final List<String> told = new ArrayList<>();
    private final NodeBreaker breaker =
            new NodeBreaker(
                    BreakerSettings.DEFAULTS,
                    now::get,
                    new NodeBreaker.Watcher() {
                        @Override
                        public void opened(String reason, Duration pause) {
                            told.add(
                                    "opened for %d s, since %s"
                                            .formatted(pause.toSeconds(), reason));
                        }

                        @Override
                        public void closed() {
                            told.add("closed");
                        }

                        @Override
                        public void ended() {
                            told.add("ended");
                        }
                    });

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private Phase admitted() {
        return requireNonNull(breaker.admit(), "admitted");
    }

    private void answer(int calls, boolean timedOut) {
        for (int i = 0; i < calls; i++) {
            breaker.answered(admitted(), timedOut);
        }
    }

    private void open() {
        answer(20, true);
        assertThat(breaker.admit()).isNull();
    }

    /** A pause is over when more than it has passed. */
    private void passPause(int seconds) {
        pass(Duration.ofSeconds(seconds).plusNanos(1));
    }

    @Test
    void opensWhenHalfOfTwentyAnswersAreTimeOuts() {
        answer(10, false);
        answer(9, true);
        assertThat(breaker.admit()).isNotNull();

        answer(1, true);

        assertThat(breaker.admit()).isNull();
        assertThat(breaker.refusal())
                .isEqualTo(
                        "the node's breaker is open because 10 of its last 20 calls timed out; the next trial is"
                                + " in 5 s");
    }

    @Test
    void staysClosedWhileLessThanHalfAreTimeOuts() {
        for (int i = 0; i < 100; i++) {
            answer(2, false);
            answer(1, true);
        }

        assertThat(breaker.admit()).isNotNull();
        assertThat(told).isEmpty();
    }

    @Test
    void needsTwentyAnswersToOpen() {
        answer(19, true);

        assertThat(breaker.admit()).isNotNull();
    }

    @Test
    void forgetsAnswersAfterTenSeconds() {
        answer(19, true);
        pass(Duration.ofSeconds(11));

        answer(19, true);
        assertThat(breaker.admit()).isNotNull();

        answer(1, true);
        assertThat(breaker.admit()).isNull();
    }

    @Test
    void saysInHowManySecondsTheNodeIsTriedAgain() {
        open();

        pass(Duration.ofMillis(1_900));
        assertThat(breaker.refusal()).endsWith("the next trial is in 4 s");
        pass(Duration.ofMillis(3_099));
        assertThat(breaker.refusal()).endsWith("the next trial is in 1 s");
    }

    @Test
    void triesTheNodeWithThreeMessagesAfterFiveSeconds() {
        open();
        pass(Duration.ofSeconds(5));
        assertThat(breaker.admit()).isNull();

        pass(Duration.ofNanos(1));

        assertThat(breaker.admit()).isNotNull();
        assertThat(breaker.admit()).isNotNull();
        assertThat(breaker.admit()).isNotNull();
        assertThat(breaker.admit()).isNull();
        assertThat(breaker.refusal())
                .isEqualTo(
                        "the node's breaker is open because 20 of its last 20 calls timed out; a trial is running now");
    }

    @Test
    void closesWhenEachTrialIsAnsweredInTime() {
        open();
        passPause(5);

        answer(2, false);
        assertThat(told).hasSize(1);
        answer(1, false);

        assertThat(told)
                .containsExactly(
                        "opened for 5 s, since 20 of its last 20 calls timed out", "closed");
        answer(19, true);
        assertThat(breaker.admit()).isNotNull();
    }

    @Test
    void opensAgainForTwiceAsLongWhenOneTrialTimesOutUpToAMinute() {
        open();
        for (int pause : List.of(5, 10, 20, 40, 60, 60)) {
            pass(Duration.ofSeconds(pause));
            assertThat(breaker.admit()).isNull();
            pass(Duration.ofNanos(1));
            answer(2, false);
            answer(1, true);
        }

        assertThat(breaker.admit()).isNull();
        assertThat(breaker.refusal())
                .isEqualTo(
                        "the node's breaker is open because a trial call timed out; the next trial is in 60 s");
        assertThat(told).containsExactly("opened for 5 s, since 20 of its last 20 calls timed out");
    }

    @Test
    void startsWithTheShortestPauseAfterItWasClosed() {
        open();
        passPause(5);
        answer(1, true);
        passPause(10);
        answer(3, false);

        open();

        assertThat(breaker.refusal()).endsWith("the next trial is in 5 s");
    }

    @Test
    void countsNoAnswerToACallThatBeganBeforeItOpened() {
        List<Phase> before = List.of(admitted(), admitted(), admitted(), admitted());
        open();
        breaker.answered(before.getFirst(), true);
        passPause(5);
        Phase trial = admitted();

        breaker.answered(before.get(1), true);
        breaker.answered(before.get(2), false);
        breaker.answered(before.get(3), false);
        assertThat(told).hasSize(1);

        breaker.answered(trial, false);
        answer(2, false);
        assertThat(told).last().isEqualTo("closed");
    }

    @Test
    void countsNoAnswerToATrialThatFailedAlready() {
        open();
        passPause(5);
        Phase first = admitted();
        Phase second = admitted();

        breaker.answered(first, true);
        breaker.answered(second, true);

        assertThat(breaker.refusal()).endsWith("the next trial is in 10 s");
    }

    @Test
    void opensAgainWhenATrialIsNotAnsweredWithinAMinute() {
        open();
        passPause(5);
        for (int i = 0; i < 3; i++) {
            admitted();
        }
        pass(Duration.ofSeconds(60));
        assertThat(breaker.refusal()).endsWith("a trial is running now");

        pass(Duration.ofNanos(1));

        assertThat(breaker.refusal())
                .isEqualTo(
                        "the node's breaker is open because a trial call was never answered; the next trial is"
                                + " in 10 s");
        passPause(10);
        answer(3, false);
        assertThat(told).last().isEqualTo("closed");
    }

    @Test
    void waitsForMessagesToTryTheNodeWithHoweverLongThatTakes() {
        open();
        passPause(5);
        answer(2, false);

        pass(Duration.ofMinutes(10));
        answer(1, false);

        assertThat(told).last().isEqualTo("closed");
    }

    @Test
    void triesAgainWithAnotherMessageWhereOneMadeNoCall() {
        open();
        passPause(5);
        for (int i = 0; i < 10; i++) {
            breaker.withdrawn(admitted());
        }

        answer(3, false);

        assertThat(told).last().isEqualTo("closed");
    }

    @Test
    void tellsThatItsNodeEndedOnlyWhereItIsNotClosed() {
        breaker.close();
        assertThat(told).isEmpty();

        open();
        breaker.close();
        assertThat(told).last().isEqualTo("ended");
    }

    @Test
    void refusesSettingsThatMeanNothing() {
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new BreakerSettings(Duration.ofMillis(999), 20, 50, second, second, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BreakerSettings(second, 20, 101, second, second, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new BreakerSettings(second, 20, 50, second, Duration.ofMillis(999), 3));
    }
}
