// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.table.Plot.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PlotTest {

    private final Plot plot = new Plot("performance-a", "Title", "x", "y");

    @Test
    void whatALogarithmicAxisCannotShowIsLeftOut() {
        plot.add("line", List.of(new Point(0, 1), new Point(1, Double.NaN)));

        assertThat(plot.isEmpty()).isTrue();
    }

    @Test
    void theLinkHasTheTitle() {
        assertThat(plot.markdown()).isEqualTo("![Title](images/performance-a.png)");
    }

    @Test
    @Timeout(20)
    void writesTheFiguresOfALoadFromHundredsToAHundredThousand(@TempDir Path docs)
            throws IOException {
        Plot load = new Plot("plot-of-load", "Load", "messages/s", "ms");
        load.add(
                "p50",
                List.of(new Point(250, 6.1), new Point(28_000, 5.4), new Point(98_123, 20.7)));
        load.add(
                "p99",
                List.of(new Point(250, 9.3), new Point(28_000, 37), new Point(98_123, 160.2)));

        load.write(docs);

        assertThat(docs.resolve("images/plot-of-load.png")).isNotEmptyFile();
    }
}
