// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Reports a session's activity at most once per period, at the end of the period. Used on its event loop only. */
final class Activity {

    private final EventExecutor loop;
    private final Duration period;
    private final Runnable report;
    private boolean pending;

    Activity(EventExecutor loop, Duration period, Runnable report) {
        this.loop = loop;
        this.period = period;
        this.report = report;
    }

    /** Notes that the client has sent a packet. */
    void note() {
        if (!pending) {
            pending = true;
            var _ = loop.schedule(this::report, period.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Reports activity that is not reported yet; also called at the end of the session. */
    void report() {
        if (pending) {
            pending = false;
            report.run();
        }
    }
}
