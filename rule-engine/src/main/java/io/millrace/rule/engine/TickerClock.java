// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** Monotonic time for those who ask for a clock: counted from nowhere, so only differences mean something. */
final class TickerClock extends Clock {

    private final LongSupplier ticker;

    /** A clock over a ticker that counts nanoseconds. */
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
