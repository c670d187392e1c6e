// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Tells of a session's activity once for each period in which there was some, at its end. On its event loop only. */
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

    /** The client has sent something. */
    void note() {
        if (!pending) {
            pending = true;
            var _ = loop.schedule(this::tell, period.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Tells what is not told yet; for the end of the session. */
    void tell() {
        if (pending) {
            pending = false;
            report.run();
        }
    }
}
