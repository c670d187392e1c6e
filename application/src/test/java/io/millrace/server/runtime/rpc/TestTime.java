// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test moves. */
final class TestTime extends Clock {

    private final AtomicLong millis = new AtomicLong(1_763_650_000_000L);

    void pass(long time) {
        millis.addAndGet(time);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("no test asks for another zone");
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }
}
