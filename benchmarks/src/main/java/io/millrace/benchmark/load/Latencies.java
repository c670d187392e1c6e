// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.Arrays;

/** The latest of many latencies, and their distribution. Safe for use by many threads. */
final class Latencies {

    private static final int KEPT = 2_000_000;

    private final long[] nanos = new long[KEPT];
    private int count;

    synchronized void record(long latency) {
        nanos[count % KEPT] = latency;
        count++;
    }

    synchronized void clear() {
        count = 0;
    }

    /** As milliseconds: median, 95th and 99th percentile, greatest. */
    synchronized String percentiles() {
        long[] sorted = Arrays.copyOf(nanos, Math.min(count, KEPT));
        Arrays.sort(sorted);
        return sorted.length == 0
                ? "none"
                : "p50 %.1f, p95 %.1f, p99 %.1f, max %.1f ms"
                        .formatted(
                                at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), at(sorted, 1));
    }

    private static double at(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1e6;
    }
}
