// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StandstillClockTest {

    private final AtomicLong ticker = new AtomicLong(-50);
    private final StandstillClock clock = new StandstillClock(ticker::get);

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
        clock.stop();
        ticker.addAndGet(1_000);
        clock.stop();

        assertThat(clock.isStopped()).isTrue();
        assertThat(clock.nanos() - before).isEqualTo(3);

        ticker.addAndGet(1_000);
        clock.go();
        clock.go();
        ticker.addAndGet(4);

        assertThat(clock.isStopped()).isFalse();
        assertThat(clock.nanos() - before).isEqualTo(7);
    }
}
