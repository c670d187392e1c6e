// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallCreditTest {

    private static final long PAUSE = Duration.ofSeconds(3).toNanos();

    private final CallCredit credit = new CallCredit();

    /** Close to the greatest value, so that the time overflows. */
    private long now = Long.MAX_VALUE - Duration.ofMillis(1).toNanos();

    private void call(long nanos) {
        credit.charge(now, now + nanos);
        now += nanos;
    }

    private boolean isGood() {
        return credit.isGood(now);
    }

    private boolean isGoodAfter(Duration time) {
        now += time.toNanos();
        return isGood();
    }

    @Test
    void aScriptStaysGoodWhileItsCallsTakeNoMoreThanTheCreditOfACall() {
        for (int i = 0; i < 100_000; i++) {
            call(CallCredit.NANOS_PER_CALL);
            assertThat(isGood()).isTrue();
        }
    }

    @Test
    void aScriptThatIsALittleTooSlowRestsAfterAWhile() {
        int calls = 0;
        while (isGood()) {
            call(CallCredit.NANOS_PER_CALL + 1_000);
            calls++;
        }

        assertThat(calls).isEqualTo(2_001);
    }

    @Test
    void aSlowScriptRestsAfterElevenCalls() {
        for (int i = 0; i < 10; i++) {
            call(PAUSE);
            assertThat(isGood()).isTrue();
        }

        call(PAUSE);

        assertThat(isGood()).isFalse();
    }

    @Test
    void pausesAmongQuickCallsDoNotMatter() {
        for (int i = 0; i < 1_000; i++) {
            call(PAUSE);
            for (int quick = 0; quick < 5; quick++) {
                call(1_000);
            }
            assertThat(isGood()).isTrue();
        }
    }

    @Test
    void aRestLastsASecondAndThenTwiceAsLongAsTheOneBeforeUpToAMinute() {
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            credit.exhaust(now);
            assertThat(isGoodAfter(Duration.ofSeconds(seconds).minusNanos(1))).isFalse();
            assertThat(isGoodAfter(Duration.ofNanos(1))).isTrue();
        }
    }

    @Test
    void afterAMinuteWithoutARestTheNextOneIsShort() {
        credit.exhaust(now);
        credit.exhaust(now);
        assertThat(isGoodAfter(Duration.ofSeconds(62))).isTrue();

        credit.exhaust(now);

        assertThat(isGoodAfter(Duration.ofSeconds(1))).isTrue();
    }

    @Test
    void anInstantAfterARestTheScriptHasItsWholeCreditAgain() {
        credit.exhaust(now);
        assertThat(isGoodAfter(Duration.ofSeconds(1))).isTrue();

        call(PAUSE);

        assertThat(isGood()).isTrue();
    }
}
