// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The metrics of a server. */
public final class Metrics {

    private Metrics() {}

    /**
     * The sum of counters now.
     *
     * @param start how their lines start
     */
    public static long sum(RestApi rest, String start) throws IOException, InterruptedException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                rest.stream("/actuator/prometheus"), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith(start))
                    .mapToLong(line ->
                            (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
        }
    }
}
