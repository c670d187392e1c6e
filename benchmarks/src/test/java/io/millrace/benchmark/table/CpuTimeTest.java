// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuTimeTest {

    @Test
    void theIdleCostIsSubtractedForTheWholeTime() {
        CpuTime used = new CpuTime(110, 30, 13).since(new CpuTime(90, 10, 3));

        assertThat(used.without(new CpuTime(10, 1, 0.5))).isEqualTo(new CpuTime(20, 18, 9));
    }
}
