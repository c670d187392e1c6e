// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.time;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's clock, and a daemon thread that runs what is due. The default of an actor system. */
public final class ThreadScheduler implements Scheduler {

    private final ScheduledThreadPoolExecutor executor;

    /**
     * @param name the name of the thread
     */
    public ThreadScheduler(String name) {
        executor =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name(name).factory());
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        try {
            ScheduledFuture<?> future =
                    executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException _) {
            return () -> false;
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
