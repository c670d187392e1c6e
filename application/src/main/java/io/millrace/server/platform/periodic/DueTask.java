// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Background work that one thread does when something is due, between {@link #start} and {@link #stop}. While nothing is due the
 * thread does not wake. A failed run is logged and counted, and repeated a second later. All times are milliseconds since the
 * epoch.
 */
public final class DueTask {

    /** The due time of nothing. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Duration pause;
    private final Clock clock;
    private final TaskThread thread;

    /** When the next run begins; {@link #NEVER} during a run, so that whatever is expected then plans a run of its own. */
    private volatile long planned = NEVER;

    private @Nullable Future<?> nextRun;

    /** When the last run ended, as {@link System#nanoTime}. */
    private long lastEnd;

    /** What the last run has returned; used by the task's thread only. */
    private long following;

    /**
     * How long a task rests at most that looks in the database for what is due, and is told what this instance stores there:
     * another instance may store something and end before it is due, and the clock may be set forward.
     */
    public static Duration longestRest(boolean isSingleInstance) {
        return Duration.ofSeconds(isSingleInstance ? 10 : 3);
    }

    /** One run of the work. */
    @FunctionalInterface
    public interface Work {

        /**
         * Does whatever is due. An exception fails the run; the task stays scheduled.
         *
         * @return when the next thing is due, as far as this run knows, or {@link #NEVER}
         * @throws InterruptedException if the task is stopped during the run
         */
        long run() throws SQLException, InterruptedException;
    }

    /**
     * Creates a task that does not run yet.
     *
     * @param name name of the thread, also used in the log
     * @param pause least time from the end of one run to the start of the next, so that things that are due one soon after
     *     the other are done in one run
     */
    public DueTask(String name, Duration pause, Clock clock, Work work) {
        this.pause = pause;
        this.clock = clock;
        this.thread = new TaskThread(name, RETRY, () -> following = work.run());
    }

    /** Starts the thread. Begins with a run, because what was expected before the start is not remembered. */
    public synchronized void start() {
        thread.start();
        planned = NEVER;
        lastEnd = System.nanoTime() - pause.toNanos();
        plan(clock.millis());
    }

    /** Plans a run at the given time, unless one is planned before it. Does nothing if the task is stopped. */
    public void expect(long time) {
        if (time < planned) {
            plan(time);
        }
    }

    private synchronized void plan(long time) {
        long now = clock.millis();
        // The rest of the pause is not measured by the clock, which may be set back.
        long start = Math.max(time, now + restOfPause());
        if (start >= planned) {
            return;
        }
        planned = start;
        if (nextRun != null) {
            nextRun.cancel(false);
        }
        thread.use(executor ->
                nextRun =
                        executor.schedule(
                                this::run, Math.max(start - now, 0), TimeUnit.MILLISECONDS));
    }

    private long restOfPause() {
        return TimeUnit.NANOSECONDS.toMillis(lastEnd + pause.toNanos() - System.nanoTime());
    }

    private void run() {
        planned = NEVER;
        boolean succeeded = thread.runOrLog();
        synchronized (this) {
            lastEnd = System.nanoTime();
            long expected = planned; // during the run, without the pause after it
            planned = NEVER;
            plan(Math.min(expected, succeeded ? following : clock.millis() + RETRY.toMillis()));
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
