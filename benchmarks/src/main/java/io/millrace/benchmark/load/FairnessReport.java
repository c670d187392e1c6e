// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.PrintStream;

/** Prints the rounds of {@link Fairness} as a Markdown table. */
final class FairnessReport {

    private final PrintStream out;
    private double reference = Double.NaN;
    private double greatest = Double.NaN;

    FairnessReport(PrintStream out) {
        this.out = out;
    }

    void begin() {
        out.println(
                "| abuse | acknowledged/s | neighbour p50 ms | p99 ms | max ms | samples | remarks |");
        out.println("| --- | ---: | ---: | ---: | ---: | ---: | --- |");
    }

    void row(Round round) {
        Latencies neighbour = round.experience().latencies();
        double p99 = neighbour.millisAt(0.99);
        if (round.abuse().equals(Abuse.REFERENCE)) {
            reference = p99;
        } else if (round.abuse().isCompared() && !(p99 <= greatest)) {
            greatest = p99;
        }
        out.printf(
                "| %s | %,.0f | %.1f | %.1f | %.1f | %,d | %s |%n",
                round.abuse().name(),
                round.acknowledged() * 1e9 / round.length().toNanos(),
                neighbour.millisAt(0.5),
                p99,
                neighbour.greatestMillis(),
                neighbour.count(),
                String.join("; ", round.remarks()));
    }

    /** A round without figures, because the server did not answer, for example. */
    void incomplete(Abuse abuse, String reason) {
        out.printf("| %s | | | | | 0 | FAILED: %s |%n", abuse.name(), reason);
    }

    /** The greatest 99th percentile of the compared rounds; nothing without such a round. */
    void end() {
        if (Double.isNaN(greatest)) {
            return;
        }
        out.printf("%nGreatest p99 under abuse: %.1f ms", greatest);
        if (!Double.isNaN(reference)) {
            out.printf(", %.2f times that of %s", greatest / reference, Abuse.REFERENCE.name());
        }
        out.println();
    }
}
