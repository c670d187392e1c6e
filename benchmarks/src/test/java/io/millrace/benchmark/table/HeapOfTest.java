// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeapOfTest {

    @Test
    void theTotalIsTheBytesOfTheLastLine() {
        assertThat(
                        HeapOf.total(
                                List.of(
                                        "   1:         20000        1600000  [B (java.base@25)",
                                        "Total        654321      123456789")))
                .isEqualTo(123_456_789);
    }
}
