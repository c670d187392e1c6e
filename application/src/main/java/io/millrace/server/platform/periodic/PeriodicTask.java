// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Something that is done again and again by one thread, from a start to a stop. */
public final class PeriodicTask {

    private final String name;
    private final Duration interval;
    private final Runnable task;
    private volatile @Nullable ScheduledExecutorService thread;

    /**
     * @param name of the thread
     * @param interval from the end of one time to the begin of the next
     * @param task must not throw: it would not be done again
     */
    public PeriodicTask(String name, Duration interval, Runnable task) {
        this.name = name;
        this.interval = interval;
        this.task = task;
    }

    /** Does it for the first time after a delay. */
    public void start(Duration delay) {
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name(name).factory());
        var _ =
                started.scheduleWithFixedDelay(
                        task, delay.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        thread = started;
    }

    /** Does it once more, soon; nothing where it does not run. */
    public void wake() {
        ScheduledExecutorService running = thread;
        if (running != null) {
            try {
                running.execute(task);
            } catch (RejectedExecutionException _) {
                // The next start goes on.
            }
        }
    }

    /** Interrupts it, and returns when it is not being done any more. */
    public void stop() {
        ScheduledExecutorService running = thread;
        if (running != null) {
            running.shutdownNow();
            running.close();
            thread = null;
        }
    }

    public boolean isRunning() {
        return thread != null;
    }
}
