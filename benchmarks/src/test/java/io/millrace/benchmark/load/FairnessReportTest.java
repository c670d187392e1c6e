// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairnessReportTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final FairnessReport report =
            new FairnessReport(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    @Test
    void aRowHasTheRateOfTheTenantAndTheLatenciesOfTheNeighbour() {
        Latencies latencies = new Latencies();
        latencies.record(2_000_000);
        latencies.record(4_000_000);

        report.row(
                new Round(
                        abuse("rest"),
                        Duration.ofSeconds(10),
                        25_000,
                        false,
                        new Experience(latencies, 0, null),
                        3));

        assertThat(printed())
                .isEqualTo(
                        "| rest | 2,500 | 2.0 | 4.0 | 4.0 | 2 | not calm before; FAILED: 3 dead letters of the neighbour |\n");
    }

    @Test
    void theLastLineComparesTheWorstAbuseWithThePlainLoad() {
        row("nothing", 90);
        row("load", 4);
        row("rest", 6);
        row("lookups", 5);

        report.end();

        assertThat(printed())
                .endsWith("Greatest p99 under abuse: 6.0 ms, 1.50 times that of load\n");
    }

    @Test
    void anIncompleteRoundHasNoFigures() {
        row("load", 4);

        report.incomplete(abuse("js-list"), "request timed out");

        assertThat(printed()).endsWith("| js-list | | | | | 0 | FAILED: request timed out |\n");
    }

    @Test
    void withoutThePlainLoadThereIsNoRatio() {
        row("rest", 6);

        report.end();

        assertThat(printed()).endsWith("Greatest p99 under abuse: 6.0 ms\n");
    }

    @Test
    void withoutAnAbuseThereIsNoLastLine() {
        row("nothing", 90);
        row("load", 4);

        report.end();

        assertThat(printed()).doesNotContain("Greatest");
    }

    private static Abuse abuse(String name) {
        return Abuse.named(List.of(name), "http://127.0.0.1:1/").getFirst();
    }

    private void row(String name, long millis) {
        Latencies latencies = new Latencies();
        latencies.record(millis * 1_000_000);
        report.row(
                new Round(
                        abuse(name),
                        Duration.ofSeconds(1),
                        1,
                        true,
                        new Experience(latencies, 0, null),
                        0));
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
