// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.table.Noise.Ticks;
import org.junit.jupiter.api.Test;

class NoiseTest {

    @Test
    void stolenTimeIsAShareOfAllTime() {
        Ticks before = Ticks.parse("cpu  100 0 50 850 0 0 0 0 0 0");
        Ticks after = Ticks.parse("cpu  150 0 75 885 0 0 0 90 40 0");

        assertThat(after.percentStolenSince(before)).isEqualTo(45);
    }

    @Test
    void inNoTimeNothingIsStolen() {
        Ticks ticks = Ticks.parse("cpu  100 0 50 850 0 0 0 5 0 0");

        assertThat(ticks.percentStolenSince(ticks)).isZero();
    }
}
