// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.message.id.EntityId;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * Whose calls of a script went beyond its limits of late, and how often. At three times within a minute the script is
 * out for that originator, for a minute; the others' calls of it go on.
 */
final class Strikes {

    static final int OUT = 3;
    static final long MEMORY_NANOS = 60_000_000_000L;

    /** Originators that are remembered; beyond it the one whose last strike is oldest is forgotten. */
    static final int MAX_ORIGINATORS = 4096;

    static final String REFUSAL =
            "the script is refused for a minute to this originator: it went beyond its limits %d times"
                    .formatted(OUT);

    private record Count(int strikes, long last) {}

    private final LongSupplier nanoTime;

    /** By the time of the last strike. */
    private final SequencedMap<EntityId, Count> counts = new LinkedHashMap<>();

    /** Spares the lock where nobody has a strike, which is nearly always. */
    private volatile boolean any;

    /** With the ticker that tells nanoseconds. */
    Strikes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether the script is refused to the originator now. */
    boolean out(EntityId originator) {
        return any && isOut(originator);
    }

    private synchronized boolean isOut(EntityId originator) {
        forget(nanoTime.getAsLong());
        Count count = counts.get(originator);
        return count != null && count.strikes >= OUT;
    }

    synchronized void add(EntityId originator) {
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
