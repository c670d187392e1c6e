// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void aValueHasTheGivenDecimals() {
        assertThat(Figure.of("", 0).text(12_345.6)).isEqualTo("12,346");
        assertThat(Figure.of("", 2).text(0.125)).isEqualTo("0.13");
    }

    @Test
    void whatIsNotKnownIsADash() {
        assertThat(Figure.of("", 0).text(Double.NaN)).isEqualTo("-");
        assertThat(Figure.of("", 0).asSum().text(Values.NONE)).isEqualTo("-");
    }

    @Test
    void aSingleValueHasNoSpread() {
        assertThat(Figure.of("", 0).withSpread().text(new Values(List.of(1.0)))).isEqualTo("1");
    }
}
