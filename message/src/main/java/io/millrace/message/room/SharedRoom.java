// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.room;

import java.util.HashMap;
import java.util.Map;

/**
 * Room of a fixed size, in bytes or items, divided by dynamic thresholds (Choudhury and Hahne, 1998): a holder can have
 * as much as all holders leave free. The first gets half of the room, a second half of the rest, and so on, so a new
 * holder always finds some. Thread-safe.
 *
 * @param <H> the holders, compared by {@code equals}
 */
public final class SharedRoom<H> {

    private final long capacity;
    private final Map<H, Long> held = new HashMap<>();
    private long used;

    /** @param capacity the size of the room */
    public SharedRoom(long capacity) {
        this.capacity = capacity;
    }

    /** Takes room for a holder; returns false, and takes nothing, if the holder would have more than is free then. */
    public synchronized boolean take(H holder, long amount) {
        long own = held.getOrDefault(holder, 0L) + amount;
        if (own > capacity - used - amount) {
            return false;
        }
        held.put(holder, own);
        used += amount;
        return true;
    }

    /** Gives back room that the holder has taken. */
    public synchronized void giveBack(H holder, long amount) {
        used -= amount;
        held.computeIfPresent(holder, (_, own) -> own > amount ? Long.valueOf(own - amount) : null);
    }

    /** The room that all holders have together. */
    public synchronized long used() {
        return used;
    }

    /** The size of the room. */
    public long capacity() {
        return capacity;
    }
}
