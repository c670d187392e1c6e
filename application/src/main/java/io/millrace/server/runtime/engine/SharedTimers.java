// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.rule.store.NodeTimers;
import io.millrace.server.platform.periodic.TaskFailures;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The timers of all nodes of this instance, on one thread. */
final class SharedTimers implements NodeTimers, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SharedTimers.class);
    private static final String NAME = "node-timers";

    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name(NAME).factory());

    SharedTimers() {
        thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Timer every(Duration period, Runnable task) {
        ScheduledFuture<?> calls =
                thread.scheduleAtFixedRate(
                        () -> run(task), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return () -> calls.cancel(false);
    }

    /** An exception would end the calls. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            TaskFailures.count(NAME);
            log.error("A timer of a rule node failed; its next call comes after its period", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
