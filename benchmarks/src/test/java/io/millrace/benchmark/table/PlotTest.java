// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.table.Plot.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

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
    void onlyRoundTicksHaveALabel() {
        assertThat(Plot.tick(1_000)).isEqualTo("1,000");
        assertThat(Plot.tick(5)).isEqualTo("5");
        assertThat(Plot.tick(0.2)).isEqualTo("0.2");
        assertThat(Plot.tick(700)).isEmpty();
    }
}
