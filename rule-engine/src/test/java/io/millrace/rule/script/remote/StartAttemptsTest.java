// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StartAttemptsTest {

    private final StartAttempts starts = new StartAttempts();

    @Test
    void theFirstStartWaitsForNothing() {
        assertThat(starts.mayStart(0)).isTrue();
        assertThat(starts.areEnough()).isFalse();
    }

    @Test
    void eachFailureDoublesThePauseUpTo32Seconds() {
        List<Long> pauses = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 9; i++) {
            starts.failed(now);
            long pause = pause(now);
            pauses.add(pause);
            now += TimeUnit.MILLISECONDS.toNanos(pause);
        }

        assertThat(pauses)
                .containsExactly(
                        500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 32_000L, 32_000L);
    }

    /** Milliseconds until the next start. */
    private long pause(long now) {
        long millis = 0;
        while (!starts.mayStart(now + TimeUnit.MILLISECONDS.toNanos(millis))) {
            millis += 100;
        }
        return millis;
    }

    @Test
    void threeFailuresInARowAreEnoughAndASuccessEndsTheCount() {
        starts.failed(0);
        starts.failed(0);
        assertThat(starts.areEnough()).isFalse();

        starts.failed(0);
        assertThat(starts.areEnough()).isTrue();

        starts.succeeded();
        assertThat(starts.areEnough()).isFalse();
        assertThat(starts.mayStart(0)).isTrue();
    }
}
