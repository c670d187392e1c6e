// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test advances it. Its zone is UTC. */
public final class ManualClock extends Clock {

    private final AtomicReference<Instant> now;

    /** Creates a clock that starts at a time. */
    public ManualClock(Instant begin) {
        this.now = new AtomicReference<>(begin);
    }

    /** Advances the clock. */
    public void advance(Duration time) {
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
        throw new UnsupportedOperationException("the clock of a test supports only UTC");
    }
}
