// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OffsetAgesTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final OffsetAges ages = new OffsetAges();

    @Test
    void tellsHowLongAgoTheOldestWasRead() {
        ages.read(10, SECOND);
        ages.read(11, 3 * SECOND);
        ages.read(12, 4 * SECOND);

        assertThat(ages.of(10, 5 * SECOND)).isEqualTo(Duration.ofSeconds(4));
        assertThat(ages.of(11, 5 * SECOND)).isEqualTo(Duration.ofSeconds(2));
        assertThat(ages.of(12, 5 * SECOND)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void takesOffsetsThatWereReadAtAboutTheSameTimeForEquallyOld() {
        ages.read(10, SECOND);
        ages.read(11, SECOND + 30 * MILLI);
        ages.read(12, SECOND + 130 * MILLI);

        assertThat(ages.of(11, 2 * SECOND)).isEqualTo(Duration.ofSeconds(1));
        assertThat(ages.of(12, 2 * SECOND)).isEqualTo(Duration.ofMillis(870));
    }

    @Test
    void tellsTheSameAgainAsLongAsNothingEnds() {
        ages.read(10, SECOND);
        ages.read(11, 2 * SECOND);

        assertThat(ages.of(10, 3 * SECOND)).isEqualTo(Duration.ofSeconds(2));
        assertThat(ages.of(10, 4 * SECOND)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void knowsNoAgeOfWhatWasNotRead() {
        assertThat(ages.of(10, SECOND)).isEqualTo(Duration.ZERO);
        ages.read(12, SECOND);
        assertThat(ages.of(10, 2 * SECOND)).isEqualTo(Duration.ZERO);
    }
}
