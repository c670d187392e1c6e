// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.function.LongSupplier;

/**
 * Time that stands still while something is away that every message needs, such as the database: an outage uses up
 * nobody's deadline. Safe for use by many threads.
 */
public final class StandstillClock {

    /**
     * @param stopped whether time stands still
     * @param at at which tick it stopped
     * @param lost how long it has stood still before
     */
    private record State(boolean stopped, long at, long lost) {}

    private final LongSupplier ticker;
    private volatile State state = new State(false, 0, 0);

    /**
     * A clock that runs.
     *
     * @param ticker monotonic time in nanoseconds, such as {@code System::nanoTime}
     */
    public StandstillClock(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Nanoseconds, monotonic, from an arbitrary origin, without the time in which the clock stood still. */
    public long nanos() {
        return at(ticker.getAsLong());
    }

    /** The same for a tick that was read just now. */
    public long at(long tick) {
        State now = state;
        return (now.stopped ? now.at : tick) - now.lost;
    }

    /** Stops time. Stopping a clock that stands still changes nothing. */
    public synchronized void stop() {
        State now = state;
        if (!now.stopped) {
            state = new State(true, ticker.getAsLong(), now.lost);
        }
    }

    /** Lets time go on. */
    public synchronized void go() {
        State now = state;
        if (now.stopped) {
            state = new State(false, 0, now.lost + ticker.getAsLong() - now.at);
        }
    }

    /** Whether time stands still. */
    public boolean isStopped() {
        return state.stopped;
    }
}
