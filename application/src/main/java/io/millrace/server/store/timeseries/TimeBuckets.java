// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.rule.store.StoreException;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Consecutive time intervals, each of which gets an aggregate. The first begins at the start of the time range, the last
 * ends at its end.
 */
public final class TimeBuckets {

    /** Largest number of buckets of a query. */
    public static final int GREATEST_COUNT = 700;

    /** The starts of the buckets, and after them the end of the last one. */
    private final long[] bounds;

    private TimeBuckets(long[] bounds) {
        this.bounds = bounds;
    }

    /**
     * Divides a time range.
     *
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     * @throws StoreException if there would be more than {@value #GREATEST_COUNT} buckets
     */
    public static TimeBuckets of(long startTs, long endTs, BucketWidth width) {
        long[] bounds = new long[GREATEST_COUNT + 1];
        bounds[0] = startTs;
        int count = 0;
        while (bounds[count] < endTs) {
            if (count == GREATEST_COUNT) {
                throw new StoreException(
                        "more than %d intervals between startTs and endTs"
                                .formatted(GREATEST_COUNT));
            }
            bounds[count + 1] = Math.min(endTs, width.endOf(bounds[count]));
            count++;
        }
        return new TimeBuckets(Arrays.copyOf(bounds, count + 1));
    }

    /**
     * Returns the parts of these buckets that lie in a time range.
     *
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     */
    public TimeBuckets within(long startTs, long endTs) {
        long from = Math.max(startTs, startTs());
        long to = Math.min(endTs, endTs());
        if (from >= to) {
            return new TimeBuckets(new long[] {from});
        }
        return new TimeBuckets(
                LongStream.concat(
                                LongStream.of(from, to),
                                Arrays.stream(bounds).filter(bound -> from < bound && bound < to))
                        .sorted()
                        .toArray());
    }

    /** Number of buckets; 0 if the range is empty. */
    public int count() {
        return bounds.length - 1;
    }

    long startTs() {
        return bounds[0];
    }

    long endTs() {
        return bounds[bounds.length - 1];
    }

    long startOf(int bucket) {
        return bounds[bucket];
    }

    long endOf(int bucket) {
        return bounds[bucket + 1];
    }

    /** The time that the aggregate of a bucket has. */
    long middleOf(int bucket) {
        return bounds[bucket] + (bounds[bucket + 1] - bounds[bucket]) / 2;
    }
}
