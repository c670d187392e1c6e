// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessCostTest {

    private static final String BUSY_CHILD =
            "(i=0; while [ $i -lt 500000 ]; do i=$((i+1)); done); echo ended; read line";

    @Test
    void countsTheTimeOfAChildThatHasEnded() throws IOException {
        Process parent = new ProcessBuilder("sh", "-c", BUSY_CHILD).start();
        try {
            assertThat(parent.inputReader().readLine()).isEqualTo("ended");

            assertThat(new ProcessCost(parent.pid()).own()).isGreaterThan(0.05);
        } finally {
            parent.destroy();
        }
    }
}
