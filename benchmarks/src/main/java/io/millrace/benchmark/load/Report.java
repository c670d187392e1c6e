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

    void print(LoadResult result) {
        Account account = result.account();
        if (result.restCalls() > 0) {
            line("REST calls answered", "%,d".formatted(result.restCalls()));
        }
        line(
                "stored messages/s",
                account.measured() == 0 ? "none" : "%,.0f".formatted(result.storedPerSecond()));
        line(
                options.isClosedLoop() ? "PUBACK latency" : "PUBACK latency, from due",
                result.acknowledgements().toString());
        line("deliveries ended/s", "%,.0f".formatted(result.endedPerSecond()));
        line("stored/s until all ended", "%,.0f".formatted(result.settledPerSecond()));
        line(
                "publish-to-stored latency",
                result.seen()
                        + (result.unseen() == 0
                                ? ""
                                : ", and %d not seen".formatted(result.unseen())));
        if (!options.isClosedLoop()) {
            line("due, but not sent", "%,d".formatted(result.unsent()));
        }
        Cost cost = result.cost();
        if (cost != null) {
            line("CPU a message, microseconds", cost.cpu());
            line("server's memory (RSS), MB", cost.memory());
        }
        if (options.pings()) {
            line(
                    "longest until PINGRESP",
                    "%.1f ms of %,d pings".formatted(result.pings().max(), result.pings().count()));
        }
        if (result.bystander() != null) {
            line("bystander", result.bystander());
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

    private void line(String name, String value) {
        out.printf("%-29s%s%n", name + ":", value);
    }
}
