// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StandstillClockTest {

    private final AtomicLong ticker = new AtomicLong(-50);
    private final StandstillClock clock = new StandstillClock(ticker::get);
    private final StandstillClock.Brake brake = clock.brake();

    @Test
    void runsWithTheTicker() {
        long before = clock.nanos();
        ticker.addAndGet(7);

        assertThat(clock.nanos() - before).isEqualTo(7);
    }

    @Test
    void losesTheTimeInWhichItStood() {
        long before = clock.nanos();
        ticker.addAndGet(3);
        brake.pull();
        ticker.addAndGet(1_000);
        brake.pull();

        assertThat(clock.isStopped()).isTrue();
        assertThat(clock.nanos() - before).isEqualTo(3);

        ticker.addAndGet(1_000);
        brake.release();
        brake.release();
        ticker.addAndGet(4);

        assertThat(clock.isStopped()).isFalse();
        assertThat(clock.nanos() - before).isEqualTo(7);
    }

    @Test
    void goesOnWhenThereIsNoReasonLeftToStandStill() {
        StandstillClock.Brake other = clock.brake();
        long before = clock.nanos();
        brake.pull();
        other.pull();
        brake.release();
        ticker.addAndGet(5);

        assertThat(clock.nanos()).isEqualTo(before);

        other.release();
        ticker.addAndGet(2);

        assertThat(clock.nanos() - before).isEqualTo(2);
    }

    @Test
    void aPauseOfTheProcessCountsAsOneSecondAtMost() {
        clock.beat();
        long before = clock.nanos();
        ticker.addAndGet(60 * StandstillClock.LONGEST_BEAT);

        assertThat(clock.nanos() - before).isEqualTo(StandstillClock.LONGEST_BEAT);
        clock.beat();
        ticker.addAndGet(5);
        assertThat(clock.nanos() - before).isEqualTo(StandstillClock.LONGEST_BEAT + 5);
    }

    @Test
    void aPauseDuringAnOutageCountsOnlyOnce() {
        clock.beat();
        long before = clock.nanos();
        brake.pull();
        ticker.addAndGet(60 * StandstillClock.LONGEST_BEAT);
        clock.beat();
        ticker.addAndGet(60 * StandstillClock.LONGEST_BEAT);
        brake.release();
        ticker.addAndGet(3);

        assertThat(clock.nanos() - before).isEqualTo(3);
    }
}
