// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.PrintStream;

/** Prints the results of a run. */
final class Report {

    private final Options options;
    private final PrintStream out;

    Report(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    void print(Measurement measurement, Account account) {
        line(
                "stored messages/s",
                account.measured() == 0
                        ? "none"
                        : "%,.0f".formatted(account.measured() / measurement.seconds()));
        line(
                options.isClosedLoop() ? "PUBACK latency" : "PUBACK latency, from due",
                measurement.acknowledgements().percentiles());
        line("deliveries ended/s", "%,.0f".formatted(measurement.donePerSecond()));
        line("publish-to-stored latency", measurement.seen().percentiles());
        if (!options.isClosedLoop()) {
            line("due, but not sent", "%,d".formatted(measurement.unsent()));
        }
        ServerCost cost = measurement.cost();
        if (cost != null) {
            line("CPU a message, microseconds", cost.cpu(account.measured()));
            line("server's memory (RSS), MB", cost.memory());
        }
        if (options.pings()) {
            line(
                    "longest until PINGRESP",
                    "%.1f ms of %,d pings"
                            .formatted(
                                    measurement.pings().greatestMillis(),
                                    measurement.pings().count()));
        }
        Bystander bystander = measurement.bystander();
        if (bystander != null) {
            line("bystander", bystander.toString());
        }
        if (account.missing() > 0) {
            out.printf(
                    "%,d acknowledged readings are not stored; the server counts %,d dead letters.%n",
                    account.missing(), account.deadLetters());
        }
        out.printf(
                "sent %,d, acknowledged %,d, stored %,d: lost %,d%n",
                account.sent(), account.acknowledged(), account.stored(), account.lost());
    }

    /** Prints a figure. */
    void line(String name, String value) {
        out.printf("%-29s%s%n", name + ":", value);
    }
}
