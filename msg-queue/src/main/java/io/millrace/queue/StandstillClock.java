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
    private int pulled;
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

    /** A reason to stand still, at first released. */
    public Brake brake() {
        return new Brake();
    }

    private synchronized void pull() {
        State now = state;
        pulled++;
        if (!now.stopped) {
            state = new State(true, ticker.getAsLong(), now.lost);
        }
    }

    private synchronized void release() {
        State now = state;
        pulled--;
        if (pulled == 0) {
            state = new State(false, 0, now.lost + ticker.getAsLong() - now.at);
        }
    }

    /** Whether time stands still. */
    public boolean isStopped() {
        return state.stopped;
    }

    /** One of the reasons for which time may stand still; it goes on when none of them holds. */
    public final class Brake {

        private boolean holds;

        private Brake() {}

        /** Stops time; a brake that is pulled already stays so. */
        public void pull() {
            set(true);
        }

        /** Lets time go on, as far as this brake is concerned. */
        public void release() {
            set(false);
        }

        private synchronized void set(boolean wanted) {
            if (holds == wanted) {
                return;
            }
            holds = wanted;
            if (wanted) {
                StandstillClock.this.pull();
            } else {
                StandstillClock.this.release();
            }
        }
    }
}
