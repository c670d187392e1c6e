// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {

    @Test
    void everyLatencyLiesBelowTheEndOfItsBucketAndNotBelowTheEndOfTheOneBefore() {
        for (long micros = 0; micros < 200_000; micros++) {
            int index = LatencyBuckets.indexOf(micros * 1_000);

            assertThat(micros).isLessThan(LatencyBuckets.endMicros(index));
            if (index > 0) {
                assertThat(micros).isGreaterThanOrEqualTo(LatencyBuckets.endMicros(index - 1));
            }
        }
    }

    @Test
    void aBucketIsAtMostAQuarterWiderThanItsStart() {
        for (int index = 5; index < LatencyBuckets.COUNT; index++) {
            assertThat(LatencyBuckets.endMicros(index))
                    .isLessThanOrEqualTo(LatencyBuckets.endMicros(index - 1) * 5 / 4);
        }
    }

    @Test
    void latenciesBeyondTheGreatestBucketCountInIt() {
        assertThat(LatencyBuckets.indexOf(Long.MAX_VALUE)).isEqualTo(LatencyBuckets.COUNT - 1);
        assertThat(LatencyBuckets.endMicros(LatencyBuckets.COUNT - 1))
                .isGreaterThan(TimeUnit.MINUTES.toMicros(2));
    }

    @Test
    void aPercentileIsTheEndOfTheBucketInWhichItLies() {
        SortedMap<Integer, Long> counts =
                new TreeMap<>(
                        Map.of(
                                LatencyBuckets.indexOf(10_000),
                                98L,
                                LatencyBuckets.indexOf(1_000_000),
                                2L));

        assertThat(LatencyBuckets.percentileMicros(counts, 0.5)).isEqualTo(12);
        assertThat(LatencyBuckets.percentileMicros(counts, 0.98)).isEqualTo(12);
        assertThat(LatencyBuckets.percentileMicros(counts, 0.99)).isEqualTo(1_024);
    }

    @Test
    void thereIsNoPercentileOfNoLatencies() {
        assertThat(LatencyBuckets.percentileMicros(new TreeMap<>(), 0.99)).isZero();
    }
}
