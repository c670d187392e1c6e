// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;

/**
 * How large an {@linkplain Routers#elastic elastic pool} may be and when it changes. It takes a sample of how many tasks wait
 * at each interval, and makes one step at most between two samples.
 *
 * @param min the fewest routees, 1 or more
 * @param max the most routees, min or more
 * @param capacity how many tasks may wait, 1 or more; those that a routee is about to begin do not count
 * @param highMark more tasks than that make a high sample; 0 to less than the capacity
 * @param growAfter how many high samples in a row add a routee, 1 or more
 * @param lowMark fewer tasks than that make a low sample; 1 to highMark + 1
 * @param shrinkAfter how many low samples in a row end an idle routee, 1 or more
 * @param sampleInterval from one sample to the next, longer than zero, by the system's scheduler
 */
public record ElasticPool(
        int min,
        int max,
        int capacity,
        int highMark,
        int growAfter,
        int lowMark,
        int shrinkAfter,
        Duration sampleInterval) {

    public ElasticPool {
        checkBetween("min", min, 1, Integer.MAX_VALUE);
        checkBetween("max", max, min, Integer.MAX_VALUE);
        checkBetween("capacity", capacity, 1, Integer.MAX_VALUE);
        checkBetween("highMark", highMark, 0, capacity - 1);
        checkBetween("growAfter", growAfter, 1, Integer.MAX_VALUE);
        checkBetween("lowMark", lowMark, 1, highMark + 1);
        checkBetween("shrinkAfter", shrinkAfter, 1, Integer.MAX_VALUE);
        if (!sampleInterval.isPositive()) {
            throw new IllegalArgumentException(
                    "sampleInterval must be longer than zero, not " + sampleInterval);
        }
    }

    /**
     * Grows after 3 samples with more than half of the places taken, and shrinks after 20 with less than a tenth, or none;
     * a sample is taken every 100 ms.
     */
    public static ElasticPool of(int min, int max, int capacity) {
        return new ElasticPool(
                min,
                max,
                capacity,
                capacity / 2,
                3,
                Math.max(1, capacity / 10),
                20,
                Duration.ofMillis(100));
    }

    /** Grows at another time. */
    public ElasticPool withGrowth(int mark, int samples) {
        return new ElasticPool(
                min, max, capacity, mark, samples, lowMark, shrinkAfter, sampleInterval);
    }

    /** Shrinks at another time. */
    public ElasticPool withShrinking(int mark, int samples) {
        return new ElasticPool(
                min, max, capacity, highMark, growAfter, mark, samples, sampleInterval);
    }

    /** Takes samples at another interval. */
    public ElasticPool withSampleInterval(Duration interval) {
        return new ElasticPool(
                min, max, capacity, highMark, growAfter, lowMark, shrinkAfter, interval);
    }

    private static void checkBetween(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be from " + least + " to " + most + ", not " + value);
        }
    }
}
