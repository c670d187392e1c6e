// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SentTest {

    @Test
    void everyThirdMessageIsNumberedAnew() {
        Sent sent = new Sent(8, 4, 17, numbers(1, 2, 4, 7));

        assertThat(sent.every(3, 0)).isEqualTo(new Sent(3, 2, 17, numbers()));
        assertThat(sent.every(3, 1)).isEqualTo(new Sent(3, 1, 17, numbers(0, 1, 2)));
        assertThat(sent.every(3, 2)).isEqualTo(new Sent(2, 1, 17, numbers(0)));
    }

    @Test
    void noMessageIsInTwoParts() {
        Sent sent = new Sent(1_001, 333, 0, new BitSet());

        assertThat(IntStream.range(0, 20).map(i -> sent.every(20, i).count()).sum())
                .isEqualTo(1_001);
        assertThat(IntStream.range(0, 20).map(i -> sent.every(20, i).measuredFrom()).sum())
                .isEqualTo(333);
    }

    private static BitSet numbers(int... numbers) {
        BitSet set = new BitSet();
        IntStream.of(numbers).forEach(set::set);
        return set;
    }
}
