// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts the connections that are not authenticated yet, and bounds their number. Safe for use by many threads. */
public final class HalfOpenConnections {

    private final int most;
    private final AtomicInteger open = new AtomicInteger();

    /** @param most greatest number */
    public HalfOpenConnections(int most) {
        this.most = most;
    }

    /** Returns a place for a new connection, or null if there is none. */
    @Nullable Place enter() {
        if (open.incrementAndGet() > most) {
            open.decrementAndGet();
            return null;
        }
        return new Place();
    }

    /** The place of one connection. */
    final class Place {

        private final AtomicBoolean left = new AtomicBoolean();

        /** Frees the place, once. */
        void leave() {
            if (left.compareAndSet(false, true)) {
                open.decrementAndGet();
            }
        }
    }
}
