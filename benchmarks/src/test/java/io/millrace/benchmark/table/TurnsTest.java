// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.table.Turns.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

    @Test
    void oldAndNewTakeTurns() {
        assertThat(Turns.of(2, List.of("old", "new")))
                .containsExactly(
                        new Turn<>(1, "old"),
                        new Turn<>(1, "new"),
                        new Turn<>(2, "old"),
                        new Turn<>(2, "new"));
    }
}
