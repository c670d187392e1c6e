// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** Monotonic time as a {@link Clock}, from an arbitrary origin, so that only differences are meaningful. */
final class TickerClock extends Clock {

    private final LongSupplier ticker;

    /** Creates a clock over a ticker that counts nanoseconds. */
    TickerClock(LongSupplier ticker) {
        this.ticker = ticker;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(0, ticker.getAsLong());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("a ticker knows no time of day");
    }
}
