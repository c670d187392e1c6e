// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import io.millrace.server.platform.periodic.PeriodicTask.Work;
import io.millrace.server.platform.start.FatalErrors;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** The thread of a background task. A failed run is logged and counted. */
final class TaskThread {

    private static final Logger log = LoggerFactory.getLogger(TaskThread.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

    private final String name;
    private final Duration interval;
    private final Work work;
    private volatile @Nullable ScheduledExecutorService thread;

    /**
     * @param name name of the thread, also used in the log
     * @param interval time until the run after a failed one, for the log
     */
    TaskThread(String name, Duration interval, Work work) {
        this.name = name;
        this.interval = interval;
        this.work = work;
    }

    void start() {
        ScheduledThreadPoolExecutor started =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name(name).factory());
        // A run that was planned anew would otherwise stay in the queue until its first time.
        started.setRemoveOnCancelPolicy(true);
        thread = started;
    }

    /** Passes the executor to the action, unless the thread is stopped. */
    void use(Consumer<ScheduledExecutorService> action) {
        ScheduledExecutorService running = thread;
        if (running != null) {
            try {
                action.accept(running);
            } catch (RejectedExecutionException _) {
                // The task was stopped in the meantime.
            }
        }
    }

    /** Runs the work, and returns whether it succeeded. */
    boolean runOrLog() {
        try {
            work.run();
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (SQLException | DataAccessException e) {
            // The database's own log has the details, and an outage repeats this line at every
            // interval.
            log.warn("Task {} failed; retrying in {} s: {}", name, seconds(), e.toString());
            TaskFailures.count(name);
        } catch (RuntimeException e) {
            log.error("Task {} failed; retrying in {} s", name, seconds(), e);
            TaskFailures.count(name);
        } catch (Error e) {
            // The executor would swallow the error and never run the task again.
            FatalErrors.report(e);
            throw e;
        }
        return false;
    }

    private double seconds() {
        return interval.toMillis() / 1000.0;
    }

    /**
     * Interrupts a run in progress and returns when it has ended, but waits for at most {@link #LONGEST_STOP}: a
     * statement that waits for a database which hangs cannot be interrupted.
     */
    void stop() {
        ScheduledExecutorService running = thread;
        if (running == null) {
            return;
        }
        running.shutdownNow();
        try {
            if (!running.awaitTermination(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS)) {
                log.warn(
                        "Task {} is stopped during a run that has not ended within {} s",
                        name,
                        LONGEST_STOP.toSeconds());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        thread = null;
    }

    /** True between {@link #start} and {@link #stop}. */
    boolean isRunning() {
        return thread != null;
    }
}
