// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The number of deliveries that have ended with some outcome since the start of the run, by the server's metrics of all
 * its messages. After a restart the server counts from 0 again, and the former count is lost.
 */
final class LedgerCount {

    /** A counter. */
    @FunctionalInterface
    interface Count {

        long now() throws IOException, InterruptedException;
    }

    private final String metric;
    private final long before;

    /**
     * @param outcome as the server's metrics spell it
     */
    LedgerCount(RestApi rest, String outcome) throws IOException, InterruptedException {
        this.metric = "millrace_ledger_ended_total{outcome=\"" + outcome + "\"} ";
        this.before = read(rest);
    }

    long since(RestApi rest) throws IOException, InterruptedException {
        long now = read(rest);
        return now >= before ? now - before : now;
    }

    private long read(RestApi rest) throws IOException, InterruptedException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                rest.stream("/actuator/prometheus"), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith(metric))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(metric.length())))
                    .sum();
        }
    }
}
