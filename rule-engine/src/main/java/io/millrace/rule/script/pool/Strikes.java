// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.id.EntityId;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often calls of a script recently exceeded its limits, by originator. After three times within a minute the
 * script is refused for that originator for a minute; other originators can still use it.
 */
public final class Strikes {

    static final int OUT = 3;
    static final long MEMORY_NANOS = 60_000_000_000L;

    /** Largest number of originators with a count; beyond it the one with the oldest last strike is removed. */
    static final int MAX_ORIGINATORS = 4096;

    public static final String REFUSAL =
            "the script is refused for a minute for this originator: it exceeded its limits %d times"
                    .formatted(OUT);

    private record Count(int strikes, long last) {}

    private final LongSupplier nanoTime;

    /** Counts in the order of the last strike. */
    private final SequencedMap<EntityId, Count> counts = new LinkedHashMap<>();

    /** False if no originator has a strike, which is nearly always the case; avoids the lock. */
    private volatile boolean any;

    /** Uses a ticker in nanoseconds. */
    public Strikes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** True if the script is refused for the originator now. */
    public boolean out(EntityId originator) {
        return any && outCount(originator) != null;
    }

    /** True if the script is refused for the originator now, and a strike came after the given time. */
    public boolean outSince(EntityId originator, long time) {
        Count count = any ? outCount(originator) : null;
        return count != null && count.last - time > 0;
    }

    /** Returns the count of an originator to which the script is refused now; null if it is not. */
    private synchronized @Nullable Count outCount(EntityId originator) {
        forget(nanoTime.getAsLong());
        Count count = counts.get(originator);
        return count != null && count.strikes >= OUT ? count : null;
    }

    public synchronized void add(EntityId originator) {
        long now = nanoTime.getAsLong();
        forget(now);
        Count before = counts.remove(originator);
        if (counts.size() >= MAX_ORIGINATORS) {
            counts.pollFirstEntry();
        }
        counts.put(originator, new Count(before == null ? 1 : before.strikes + 1, now));
        any = true;
    }

    private void forget(long now) {
        while (!counts.isEmpty() && now - counts.firstEntry().getValue().last >= MEMORY_NANOS) {
            counts.pollFirstEntry();
        }
        any = !counts.isEmpty();
    }

    synchronized int originators() {
        return counts.size();
    }
}
