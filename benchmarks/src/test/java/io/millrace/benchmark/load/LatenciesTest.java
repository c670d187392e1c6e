// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    @Test
    void percentilesAreRightToOnePercent() {
        for (int millis = 1; millis <= 10_000; millis++) {
            latencies.record(TimeUnit.MILLISECONDS.toNanos(millis));
        }

        assertThat(latencies.millisAt(0.01)).isCloseTo(100, withinPercentage(1));
        assertThat(latencies.millisAt(0.5)).isCloseTo(5_000, withinPercentage(1));
        assertThat(latencies.millisAt(0.99)).isCloseTo(9_900, withinPercentage(1));
    }

    @Test
    void theGreatestIsKeptExactly() {
        latencies.record(1_234_567);
        latencies.record(1);

        assertThat(latencies.greatestMillis()).isEqualTo(1.234567);
        assertThat(latencies.millisAt(1)).isEqualTo(1.234567);
    }

    @Test
    void aShareIsNeverLessThanTheLeastLatency() {
        latencies.record(0);
        latencies.record(Long.MAX_VALUE);

        assertThat(latencies.millisAt(0)).isZero();
        assertThat(latencies.millisAt(0.5)).isZero();
        assertThat(latencies.millisAt(0.51)).isEqualTo(Long.MAX_VALUE / 1e6);
    }

    @Test
    void withoutAnyThereIsNoDistribution() {
        assertThat(latencies.percentiles()).isEqualTo("none");
    }
}
