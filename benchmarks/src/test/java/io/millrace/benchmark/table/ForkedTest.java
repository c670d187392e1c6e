// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForkedTest {

    @Test
    void onlyTablesAreTaken() {
        assertThat(
                        Forked.tables(
                                List.of(
                                        "# Run progress: 0 %",
                                        "", "| a |", "| --- |", "", "| b |", "Done.")))
                .isEqualTo("| a |\n| --- |\n\n| b |");
    }
}
