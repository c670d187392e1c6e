// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {

    private static final Figure RATE = Figure.of("messages/s", 0).withRatio();
    private static final Figure TIME = Figure.of("p99, ms", 1).withSpread();
    private static final Figure LOST = Figure.of("lost", 0).asSum();

    private final Samples samples = new Samples();

    @Test
    void aRowHasTheMediansOfAllRounds() {
        for (double round : List.of(1_000.0, 3_000.0, 2_000.0)) {
            samples.add("closed loop", "", RATE, round);
            samples.add("closed loop", "", TIME, round / 1_000);
            samples.add("closed loop", "", LOST, 1);
        }

        assertThat(samples.table("load", List.of(""), List.of(RATE, TIME, LOST)))
                .isEqualTo(
                        """
                        | load | messages/s | p99, ms | lost |
                        | --- | ---: | ---: | ---: |
                        | closed loop | 2,000 | 2.0 (1.0 to 3.0) | 3 |
                        """);
    }

    @Test
    void twoJarsHaveAColumnEachAndTheirRatio() {
        samples.add("a", "old", RATE, 100);
        samples.add("a", "new", RATE, 150);
        samples.add("a", "old", TIME, 1);
        samples.add("a", "new", TIME, 2);

        assertThat(samples.table("load", List.of("old", "new"), List.of(RATE, TIME)))
                .isEqualTo(
                        """
                        | load | messages/s, old | messages/s, new | ratio | p99, ms, old | p99, ms, new |
                        | --- | ---: | ---: | ---: | ---: | ---: |
                        | a | 100 | 150 | 1.50 | 1.0 | 2.0 |
                        """);
    }

    @Test
    void aFailedRoundIsARemark() {
        samples.add("a", "", RATE, 100);
        samples.addFailure("b", "the server | has ended");
        samples.addFailure("b", "again");

        assertThat(samples.table("load", List.of(""), List.of(RATE)))
                .isEqualTo(
                        """
                        | load | messages/s | remarks |
                        | --- | ---: | --- |
                        | a | 100 |  |
                        | b | - | failed: the server \\| has ended; failed: again |
                        """);
    }
}
