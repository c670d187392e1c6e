// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.util.Map;
import java.util.SortedMap;

/**
 * The buckets of a histogram of latencies: four for each doubling, from a microsecond to two minutes, so that a
 * percentile is exact to a fifth. The buckets of several instances can be added.
 */
public final class LatencyBuckets {

    /** Number of buckets. */
    public static final int COUNT = 104;

    private static final int SPLIT_BITS = 2;
    private static final int SPLITS = 1 << SPLIT_BITS;

    private LatencyBuckets() {}

    /** Returns the bucket of a latency. Latencies beyond the greatest bucket count in it. */
    static int indexOf(long nanos) {
        long micros = Math.max(0, nanos / 1_000);
        if (micros < SPLITS) {
            return (int) micros;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros);
        int split = (int) (micros >>> (exponent - SPLIT_BITS)) & (SPLITS - 1);
        return Math.min(COUNT - 1, (exponent - 1) * SPLITS + split);
    }

    /** Returns the least latency beyond a bucket, in microseconds. */
    static long endMicros(int index) {
        if (index < SPLITS) {
            return index + 1L;
        }
        int exponent = index / SPLITS + 1;
        return (long) (SPLITS + index % SPLITS + 1) << (exponent - SPLIT_BITS);
    }

    /**
     * Returns a percentile, in microseconds: the end of the bucket in which it lies; 0 if there are no latencies.
     *
     * @param counts number of latencies by bucket
     * @param share from 0 to 1
     */
    public static long percentileMicros(SortedMap<Integer, Long> counts, double share) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long below = 0;
        for (Map.Entry<Integer, Long> bucket : counts.entrySet()) {
            below += bucket.getValue();
            if (below >= all * share) {
                return endMicros(bucket.getKey());
            }
        }
        return 0;
    }
}
