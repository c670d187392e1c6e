// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformancePageTest {

    @TempDir Path docs;

    private PerformancePage page;

    @BeforeEach
    void write() throws IOException {
        page = PerformancePage.in(docs);
        Files.writeString(
                page.file(),
                """
                Before.

                <!-- figures: load -->

                not measured yet

                <!-- end of figures: load -->

                After.

                <!-- figures: idle -->
                """);
    }

    @Test
    void whatIsBetweenTheMarkersIsReplaced() throws IOException {
        page.replace("load", "| a |\n");
        page.replace("load", "| b |\n");

        assertThat(page.file())
                .hasContent(
                        """
                        Before.

                        <!-- figures: load -->

                        | b |

                        <!-- end of figures: load -->

                        After.

                        <!-- figures: idle -->
                        """);
    }

    @Test
    void theMissingMarkerIsNamed() {
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> page.requirePlaceOf("idle"))
                .withMessage(
                        page.file() + ": the marker <!-- end of figures: idle --> is missing.");
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> page.replace("reads", ""))
                .withMessage(page.file() + ": the marker <!-- figures: reads --> is missing.");
    }

    @Test
    void theMissingPageIsNamed() {
        Path none = docs.resolve("none");

        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> PerformancePage.in(none).requirePlaceOf("load"))
                .withMessage("--docs: there is no file %s.", none.resolve("performance.md"));
    }
}
