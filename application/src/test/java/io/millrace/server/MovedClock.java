// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. */
public final class MovedClock extends Clock {

    private final AtomicReference<Instant> now;

    public MovedClock(Instant start) {
        now = new AtomicReference<>(start);
    }

    public void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("a test needs no other zone");
    }
}
