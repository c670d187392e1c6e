// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * How many deliveries have become dead letters since the start of the run, by the server's own count of all its messages.
 * A server that was restarted counts from 0; what its forerunner counted is forgotten.
 */
final class DeadLetters {

    /** Counts something. */
    @FunctionalInterface
    interface Count {

        long now() throws IOException, InterruptedException;
    }

    private static final String METRIC = "millrace_ledger_ended_total{outcome=\"dead_lettered\"} ";

    private final long before;

    DeadLetters(RestApi rest) throws IOException, InterruptedException {
        this.before = read(rest);
    }

    long since(RestApi rest) throws IOException, InterruptedException {
        long now = read(rest);
        return now >= before ? now - before : now;
    }

    private static long read(RestApi rest) throws IOException, InterruptedException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                rest.stream("/actuator/prometheus"), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith(METRIC))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(METRIC.length())))
                    .sum();
        }
    }
}
