// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What was used since the last tick, and what the last tick wants to see again: a tick costs what is in use, not what
 * exists. Any thread notes a use; one thread ticks.
 */
final class TickList {

    private final ConcurrentLinkedQueue<Entry> entries = new ConcurrentLinkedQueue<>();
    private long ticks;

    /** Something that is ticked while it is used. */
    abstract static class Entry {

        private final TickList list;
        private final AtomicBoolean listed = new AtomicBoolean();
        private long tickedIn;

        Entry(TickList list) {
            this.list = list;
        }

        /** Notes a use: a tick follows. */
        final void used() {
            if (!listed.get() && listed.compareAndSet(false, true)) {
                list.entries.add(this);
            }
        }

        /**
         * Processes the uses since the last tick, which may be long ago.
         *
         * @param now nanoseconds
         * @return true if the next tick is to follow even without a use
         */
        abstract boolean tick(long now);
    }

    /** Ticks everything in the list. */
    void tick(long now) {
        ticks++;
        for (Entry entry = entries.poll(); entry != null; entry = entries.poll()) {
            if (entry.tickedIn == ticks) {
                // It was used again meanwhile, as was all that follows it.
                entries.add(entry);
                return;
            }
            entry.tickedIn = ticks;
            // A use from here on is one for the next tick.
            entry.listed.set(false);
            if (entry.tick(now)) {
                entry.used();
            }
        }
    }
}
