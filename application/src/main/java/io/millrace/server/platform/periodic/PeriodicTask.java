// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Background work that one thread repeats from {@link #start} to {@link #stop}. A failed run is logged and counted; the next run
 * follows after the usual interval.
 */
public final class PeriodicTask {

    private final Duration interval;
    private final TaskThread thread;

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
        this.interval = interval;
        this.thread = new TaskThread(name, interval, work);
    }

    /** Starts the thread; the first run begins after the delay. */
    public void start(Duration delay) {
        thread.start();
        thread.use(executor -> {
            var _ =
                    executor.scheduleWithFixedDelay(
                            thread::runOrLog,
                            delay.toMillis(),
                            interval.toMillis(),
                            TimeUnit.MILLISECONDS);
        });
    }

    /** Schedules an extra run as soon as the thread is free. Does nothing if the task is stopped. */
    public void wake() {
        thread.use(executor -> executor.execute(thread::runOrLog));
    }

    /** Interrupts a run in progress and returns when it has ended, but waits for at most five seconds. */
    public void stop() {
        thread.stop();
    }

    /** True between {@link #start} and {@link #stop}. */
    public boolean isRunning() {
        return thread.isRunning();
    }
}
