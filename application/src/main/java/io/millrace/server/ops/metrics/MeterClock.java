// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Clock;
import java.time.Duration;

/**
 * The clock of the meters. Its wall time is that of the last beat: every record of a timer asks for it, to find out
 * whether a window of the maximum, of tens of seconds, is over.
 */
final class MeterClock implements Clock {

    static final Duration BEAT = Duration.ofSeconds(1);

    private volatile long millis = System.currentTimeMillis();

    void beat() {
        millis = System.currentTimeMillis();
    }

    @Override
    public long wallTime() {
        return millis;
    }

    @Override
    public long monotonicTime() {
        return System.nanoTime();
    }
}
