// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.time.Clock;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneOffset;

/**
 * The time window of the partitions: from some years in the past to a few days in the future, as far as partitions
 * exist. Rows with other timestamps go to the catch-all table.
 */
final class Window {

    private final Period back;
    private final Period ahead;
    private final Clock clock;
    private volatile Bounds partitions = new Bounds(0, 0);

    Window(Period back, Period ahead, Clock clock) {
        this.back = back;
        this.ahead = ahead;
        this.clock = clock;
    }

    /**
     * A time span in milliseconds since the epoch.
     *
     * @param from inclusive
     * @param to exclusive
     */
    record Bounds(long from, long to) {

        boolean contain(long ts) {
            return ts >= from && ts < to;
        }

        Bounds within(Bounds other) {
            return new Bounds(Math.max(from, other.from), Math.min(to, other.to));
        }
    }

    /** Returns the current window. */
    Bounds now() {
        Instant now = clock.instant();
        return new Bounds(shifted(now, back.negated()), shifted(now, ahead)).within(partitions);
    }

    /** Sets the time span of the existing partitions. */
    void partitioned(Bounds bounds) {
        partitions = bounds;
    }

    private static long shifted(Instant instant, Period period) {
        return instant.atOffset(ZoneOffset.UTC).plus(period).toInstant().toEpochMilli();
    }
}
