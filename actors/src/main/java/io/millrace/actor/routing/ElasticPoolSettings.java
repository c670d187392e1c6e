// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import java.time.Duration;

/**
 * The size of an {@linkplain Routers#elastic elastic pool}, and when it changes. The pool counts its waiting tasks
 * once per interval, which is a sample, and adds or ends at most one routee between two samples.
 *
 * @param min the fewest routees, 1 or more
 * @param max the most routees, min or more
 * @param capacity the most waiting tasks, 1 or more; tasks that a routee is about to begin do not count
 * @param highMark a sample with more waiting tasks is high; 0 to less than the capacity
 * @param growAfter the number of high samples in a row that adds a routee, 1 or more
 * @param lowMark a sample with fewer waiting tasks is low; 1 to highMark + 1
 * @param shrinkAfter the number of low samples in a row that ends an idle routee, 1 or more
 * @param sampleInterval the time between two samples, longer than zero, by the system's scheduler
 */
public record ElasticPoolSettings(
        int min,
        int max,
        int capacity,
        int highMark,
        int growAfter,
        int lowMark,
        int shrinkAfter,
        Duration sampleInterval) {

    public ElasticPoolSettings {
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
     * Grows after 3 samples with more than half of the places taken, and shrinks after 20 with less than a tenth, or
     * none; takes a sample every 100 ms.
     */
    public static ElasticPoolSettings of(int min, int max, int capacity) {
        return new ElasticPoolSettings(
                min,
                max,
                capacity,
                capacity / 2,
                3,
                Math.max(1, capacity / 10),
                20,
                Duration.ofMillis(100));
    }

    /** Sets when the pool grows. */
    public ElasticPoolSettings withGrowth(int mark, int samples) {
        return new ElasticPoolSettings(
                min, max, capacity, mark, samples, lowMark, shrinkAfter, sampleInterval);
    }

    /** Sets when the pool shrinks. */
    public ElasticPoolSettings withShrinking(int mark, int samples) {
        return new ElasticPoolSettings(
                min, max, capacity, highMark, growAfter, mark, samples, sampleInterval);
    }

    /** Sets the time between two samples. */
    public ElasticPoolSettings withSampleInterval(Duration interval) {
        return new ElasticPoolSettings(
                min, max, capacity, highMark, growAfter, lowMark, shrinkAfter, interval);
    }

    private static void checkBetween(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be from " + least + " to " + most + ", not " + value);
        }
    }
}
