// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import io.millrace.server.platform.start.FatalErrors;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Background work that one thread repeats from {@link #start} to {@link #stop}. A failed run is logged and counted; the next run
 * follows after the usual interval.
 */
public final class PeriodicTask {

    private static final Logger log = LoggerFactory.getLogger(PeriodicTask.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

    private final String name;
    private final Duration interval;
    private final Work work;
    private volatile @Nullable ScheduledExecutorService thread;

    /** One run of the work. */
    @FunctionalInterface
    public interface Work {

        /**
         * Runs once.
         *
         * @throws InterruptedException if the task was stopped during the run
         * @throws SQLException if the database failed; the next run retries
         */
        void run() throws InterruptedException, SQLException;
    }

    /**
     * @param name name of the thread, also used in the log
     * @param interval from the end of one run to the start of the next
     */
    public PeriodicTask(String name, Duration interval, Work work) {
        this.name = name;
        this.interval = interval;
        this.work = work;
    }

    /** Starts the thread; the first run begins after the delay. */
    public void start(Duration delay) {
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name(name).factory());
        var _ =
                started.scheduleWithFixedDelay(
                        this::runOrLog,
                        delay.toMillis(),
                        interval.toMillis(),
                        TimeUnit.MILLISECONDS);
        thread = started;
    }

    private void runOrLog() {
        try {
            work.run();
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
    }

    private double seconds() {
        return interval.toMillis() / 1000.0;
    }

    /** Schedules an extra run as soon as the thread is free. Does nothing if the task is stopped. */
    public void wake() {
        ScheduledExecutorService running = thread;
        if (running != null) {
            try {
                running.execute(this::runOrLog);
            } catch (RejectedExecutionException _) {
                // The task was stopped in the meantime.
            }
        }
    }

    /**
     * Interrupts a run in progress and returns when it has ended, but waits for at most {@link #LONGEST_STOP}: a
     * statement that waits for a database which hangs cannot be interrupted.
     */
    public void stop() {
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
    public boolean isRunning() {
        return thread != null;
    }
}
