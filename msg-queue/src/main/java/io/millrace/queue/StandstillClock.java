// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.function.LongSupplier;

/**
 * A clock that stands still while a service is unavailable that every message needs, such as the database, so that an
 * outage uses up no deadlines. With {@link #beat} it also stands still while the process itself is paused, as by a
 * suspended virtual machine. Safe for use by many threads.
 */
public final class StandstillClock {

    /**
     * @param stopped whether time stands still
     * @param at the tick at which it stopped
     * @param lost nanoseconds for which it has stood still before
     * @param beats whether {@link #beat} is called
     * @param beat the tick of the last beat
     */
    private record State(boolean stopped, long at, long lost, boolean beats, long beat) {

        /** The tick, but not long after the last beat: later ones belong to a pause of the process. */
        long limited(long tick) {
            return beats && tick - beat > LONGEST_BEAT ? beat + LONGEST_BEAT : tick;
        }
    }

    /** Nanoseconds without a beat after which the process counts as paused. */
    static final long LONGEST_BEAT = 1_000_000_000;

    private final LongSupplier ticker;
    private int pulled;
    private volatile State state = new State(false, 0, 0, false, 0);

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
        return (now.stopped ? now.at : now.limited(tick)) - now.lost;
    }

    /** Creates a reason to stop the clock, initially released. */
    public Brake brake() {
        return new Brake();
    }

    private synchronized void pull() {
        State now = state;
        pulled++;
        if (!now.stopped) {
            long at = now.limited(ticker.getAsLong());
            state = new State(true, at, now.lost, now.beats, now.beat);
        }
    }

    private synchronized void release() {
        State now = state;
        pulled--;
        if (pulled == 0) {
            long tick = ticker.getAsLong();
            state = new State(false, 0, now.lost + tick - now.at, now.beats, tick);
        }
    }

    /**
     * Tells the clock that the process runs. Once it has been called, time without a call beyond a second does not
     * count.
     */
    public synchronized void beat() {
        State now = state;
        long tick = ticker.getAsLong();
        long lost = now.stopped ? now.lost : now.lost + tick - now.limited(tick);
        state = new State(now.stopped, now.at, lost, true, tick);
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
