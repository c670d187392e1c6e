// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.function.LongSupplier;

/**
 * A clock that stands still while a service is unavailable that every message needs, such as the database, so that an
 * outage uses up no deadlines. Safe for use by many threads.
 */
public final class StandstillClock {

    /**
     * @param stopped whether time stands still
     * @param at the tick at which it stopped
     * @param lost nanoseconds for which it has stood still before
     */
    private record State(boolean stopped, long at, long lost) {}

    private final LongSupplier ticker;
    private int pulled;
    private volatile State state = new State(false, 0, 0);

    /**
     * Creates a running clock.
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

    /** Converts a tick that was read just now to the time of this clock. */
    public long at(long tick) {
        State now = state;
        return (now.stopped ? now.at : tick) - now.lost;
    }

    /** Creates a reason to stop the clock, initially released. */
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

    public boolean isStopped() {
        return state.stopped;
    }

    /** A reason to stop the clock. Time continues when no brake is pulled. */
    public final class Brake {

        private boolean holds;

        private Brake() {}

        /** Stops time; does nothing if this brake is pulled already. */
        public void pull() {
            set(true);
        }

        /** Releases this brake; time continues if no other brake is pulled. */
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
