// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * A distribution of latencies in milliseconds. Without any, all figures but the count are 0.
 *
 * @param count number of latencies
 */
public record Distribution(long count, double p50, double p95, double p99, double max) {

    @Override
    public String toString() {
        return count == 0
                ? "none"
                : "p50 %.1f, p95 %.1f, p99 %.1f, max %.1f ms of %,d"
                        .formatted(p50, p95, p99, max, count);
    }
}
