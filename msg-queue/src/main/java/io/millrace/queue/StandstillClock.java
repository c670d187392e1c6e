// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.function.LongSupplier;

/**
 * Time that stands still while something is away that every message needs, such as the database: an outage uses up
 * nobody's deadline. Safe for use by many threads.
 */
public final class StandstillClock {

    private static final long RUNNING = Long.MIN_VALUE;

    private final LongSupplier ticker;
    private volatile long stoppedAt = RUNNING;
    private long lost;

    /**
     * A clock that runs.
     *
     * @param ticker monotonic time in nanoseconds, such as {@code System::nanoTime}
     */
    public StandstillClock(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Nanoseconds, monotonic, from an arbitrary origin, without the time in which the clock stood still. */
    public synchronized long nanos() {
        return (stoppedAt == RUNNING ? ticker.getAsLong() : stoppedAt) - lost;
    }

    /** Stops time. Stopping a clock that stands still changes nothing. */
    public synchronized void stop() {
        if (stoppedAt == RUNNING) {
            stoppedAt = ticker.getAsLong();
        }
    }

    /** Lets time go on. */
    public synchronized void go() {
        if (stoppedAt != RUNNING) {
            lost += ticker.getAsLong() - stoppedAt;
            stoppedAt = RUNNING;
        }
    }

    /** Whether time stands still. */
    public boolean isStopped() {
        return stoppedAt != RUNNING;
    }
}
