// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** An overloaded chain, simulated in steps of a tenth of a second. */
class PaceTest {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int MOST = 16_384;
    private static final long STEP = Duration.ofMillis(100).toNanos();

    private final Pace pace = new Pace(MOST, DEADLINE::toNanos, 0);
    private final ArrayDeque<Long> underWay = new ArrayDeque<>();
    private long now;
    private Duration longest = Duration.ZERO;

    @Test
    void letsMoreAndMoreInWhileAnswersComeQuickly() {
        for (int step = 0; step < 10; step++) {
            answers(1_000 << step, Duration.ofMillis(5));
            tick(true);
        }

        assertThat(pace.limit()).isEqualTo(MOST);
    }

    @Test
    void letsNoMoreInThanIsAskedFor() {
        for (int step = 0; step < 10; step++) {
            answers(10_000, Duration.ofMillis(5));
            tick(false);
        }

        assertThat(pace.limit()).isEqualTo(Pace.INITIAL);
    }

    @Test
    void letsMoreInWhenNothingHasAnsweredForASecond() {
        for (int step = 0; step < 9; step++) {
            tick(true);
        }
        assertThat(pace.limit()).isEqualTo(Pace.INITIAL);

        for (int step = 0; step < 10; step++) {
            tick(true);
        }
        assertThat(pace.limit()).isEqualTo(MOST);
    }

    @Test
    void noMessagePassesTheDeadlineInAChainThatIsSimplySlow() {
        for (int perSecond : new int[] {20, 200, 2_000}) {
            overload(perSecond, 600);

            assertThat(longest)
                    .as("%d messages a second", perSecond)
                    .isLessThan(DEADLINE.dividedBy(2));
        }
    }

    @Test
    void adaptsToAChainThatBecomesSlower() {
        overload(5_000, 600);
        int quick = pace.limit();
        overload(100, 300);

        assertThat(pace.limit()).isLessThan(quick / 10);
    }

    @Test
    void doesNotThrottleCallsThatTakeLongByThemselves() {
        long latency = Duration.ofSeconds(4).toNanos();
        for (int step = 0; step < 600; step++) {
            fill();
            now += STEP;
            while (!underWay.isEmpty() && now - underWay.getFirst() >= latency) {
                pace.answered(now - underWay.removeFirst());
            }
            pace.tick(now, true);
        }

        assertThat(pace.limit()).isGreaterThanOrEqualTo(Pace.INITIAL);
    }

    /** As many as the limit allows are under way, and so many of them are answered in a second. */
    private void overload(int perSecond, int steps) {
        longest = Duration.ZERO;
        double due = 0;
        for (int step = 0; step < steps; step++) {
            fill();
            now += STEP;
            due += perSecond / 10.0;
            for (; due >= 1; due--) {
                Long began = underWay.poll();
                if (began != null) {
                    Duration latency = Duration.ofNanos(now - began);
                    pace.answered(latency.toNanos());
                    longest = latency.compareTo(longest) > 0 ? latency : longest;
                }
            }
            pace.tick(now, true);
        }
    }

    private void fill() {
        while (underWay.size() < pace.limit()) {
            underWay.add(now);
        }
    }

    private void answers(int count, Duration latency) {
        for (int i = 0; i < count; i++) {
            pace.answered(latency.toNanos());
        }
    }

    private void tick(boolean wanted) {
        now += STEP;
        pace.tick(now, wanted);
    }
}
