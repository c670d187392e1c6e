// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * The distribution of latencies: each is counted in a class whose width is less than a hundredth of the latency; the
 * greatest one is exact. Safe for use by many threads.
 */
public final class Latencies {

    /** Classes between a power of two and the next. */
    private static final int CLASSES = 128;

    private static final int POWERS = Long.SIZE - Integer.numberOfTrailingZeros(CLASSES);

    private final long[] counts = new long[(POWERS + 1) * CLASSES];
    private long count;
    private long greatest;

    public synchronized void record(long nanos) {
        long value = Math.max(0, nanos);
        counts[classOf(value)]++;
        count++;
        greatest = Math.max(greatest, value);
    }

    public synchronized long count() {
        return count;
    }

    public synchronized double greatestMillis() {
        return greatest / 1e6;
    }

    /** The latency in milliseconds that the given share of all does not exceed; 0 without any. */
    public synchronized double millisAt(double share) {
        long wanted = Math.max(1, (long) Math.ceil(count * share));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.min(greatest, highestOf(i)) / 1e6;
            }
        }
        return 0;
    }

    public synchronized Distribution distribution() {
        return new Distribution(
                count, millisAt(0.5), millisAt(0.95), millisAt(0.99), greatestMillis());
    }

    /** Median, 95th and 99th percentile, maximum, and count. */
    public String percentiles() {
        return distribution().toString();
    }

    private static int classOf(long value) {
        if (value < CLASSES) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value / CLASSES);
        return shift * CLASSES + (int) (value >>> shift);
    }

    private static long highestOf(int index) {
        if (index < CLASSES) {
            return index;
        }
        int shift = index / CLASSES - 1;
        return ((index - (long) shift * CLASSES + 1) << shift) - 1;
    }
}
