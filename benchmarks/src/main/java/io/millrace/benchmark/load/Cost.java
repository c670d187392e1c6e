// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * What a load has cost the server.
 *
 * @param idleMegabytes resident memory before the devices were created
 * @param averageMegabytes resident memory during the load; NaN without a sample
 * @param mostMegabytes the most resident memory during the load; 0 without a sample
 * @param serverMicros CPU time of the server for each message in microseconds; NaN if it has ended or nothing was
 *     stored
 * @param databaseMicros the same of its PostgreSQL
 */
public record Cost(
        long idleMegabytes,
        double averageMegabytes,
        long mostMegabytes,
        double serverMicros,
        double databaseMicros) {

    public double togetherMicros() {
        return serverMicros + databaseMicros;
    }

    String cpu() {
        return Double.isNaN(serverMicros)
                ? "none: the process has ended, or nothing was stored"
                : "server %.1f, PostgreSQL %.1f, together %.1f"
                        .formatted(serverMicros, databaseMicros, togetherMicros());
    }

    String memory() {
        return Double.isNaN(averageMegabytes)
                ? "idle %d".formatted(idleMegabytes)
                : "idle %d, in the phase %.0f on average and %d at most"
                        .formatted(idleMegabytes, averageMegabytes, mostMegabytes);
    }
}
