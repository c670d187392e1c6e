// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * How often a script went beyond its limits of late. At three times within a minute it is out for a minute, so that a
 * script that always hangs cannot keep the threads from the others.
 */
final class Strikes {

    static final int OUT = 3;
    static final long MEMORY_NANOS = 60_000_000_000L;

    private record Count(int strikes, long last) {}

    private final LongSupplier nanoTime;
    private final AtomicReference<Count> count = new AtomicReference<>(new Count(0, 0));

    /** With the ticker that tells nanoseconds. */
    Strikes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether the script is refused now. */
    boolean out() {
        Count now = count.get();
        return now.strikes >= OUT && nanoTime.getAsLong() - now.last < MEMORY_NANOS;
    }

    void add() {
        long now = nanoTime.getAsLong();
        count.updateAndGet(before -> {
            boolean forgotten = now - before.last >= MEMORY_NANOS;
            return new Count(forgotten ? 1 : before.strikes + 1, now);
        });
    }
}
