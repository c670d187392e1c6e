// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValuesTest {

    @Test
    void theMedianIsTheOneInTheMiddle() {
        assertThat(new Values(List.of(9.0, 1.0, 4.0)).median()).isEqualTo(4);
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(new Values(List.of(9.0, 1.0, 4.0, 6.0)).median()).isEqualTo(5);
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        Values values = new Values(List.of(Double.NaN, 3.0, 1.0));

        assertThat(values.count()).isEqualTo(2);
        assertThat(values.least()).isEqualTo(1);
        assertThat(values.greatest()).isEqualTo(3);
        assertThat(values.sum()).isEqualTo(4);
    }

    @Test
    void withoutAnyNothingIsKnown() {
        assertThat(Values.NONE.median()).isNaN();
        assertThat(Values.NONE.ratioTo(new Values(List.of(1.0)))).isNaN();
    }

    @Test
    void theRatioIsThatOfTheMedians() {
        Values three = new Values(List.of(1.0, 3.0, 100.0));
        Values two = new Values(List.of(2.0));

        assertThat(three.ratioTo(two)).isEqualTo(1.5);
        assertThat(three.ratioTo(new Values(List.of(0.0)))).isNaN();
    }
}
