// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Background work that one thread does when it is requested, between {@link #start} and {@link #stop}. A run sees whatever was
 * requested before it began, so many requests at once are one run, and without requests no thread wakes. A failed run is logged
 * and counted, and repeated after the delay.
 */
public final class RequestedTask {

    private final Duration delay;
    private final TaskThread thread;

    /** Whether a run is scheduled that has not begun. */
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /**
     * @param name name of the thread, also used in the log
     * @param delay from the first request to the run
     */
    public RequestedTask(String name, Duration delay, PeriodicTask.Work work) {
        this.delay = delay;
        this.thread = new TaskThread(name, delay, work);
    }

    /** Starts the thread. Begins with a run, because requests before the start are not remembered. */
    public void start() {
        thread.start();
        scheduled.set(false);
        request();
    }

    /** Schedules a run, unless one is scheduled that has not begun. Does nothing if the task is stopped. */
    public void request() {
        if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            thread.use(executor -> {
                var _ = executor.schedule(this::run, delay.toMillis(), TimeUnit.MILLISECONDS);
            });
        }
    }

    private void run() {
        scheduled.set(false);
        if (!thread.runOrLog()) {
            request();
        }
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
