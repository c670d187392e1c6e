// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import com.sun.management.ThreadMXBean;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.pool.CallRunner.Running;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that checks every two milliseconds all threads that run scripts, and stops calls that take too long or
 * allocate too much. It also starts further threads of the pool if the existing ones make no progress. It does the
 * accounting itself, so that a call costs its own thread almost nothing. If no script has run for a second, it sleeps
 * until the next call.
 */
final class Watchdog implements Runnable {

    private static final long TICK_NANOS = Duration.ofMillis(2).toNanos();
    private static final int IDLE_TICKS = 500;

    /** So many times its limit may a call take whose thread gets too little processor time. */
    private static final int PATIENCE = 4;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Account(Running running, long since, long cpu, long allocated, long stopped) {

        Account stoppedAt(long now, long cpuNow) {
            return new Account(running, since, cpuNow, allocated, now);
        }
    }

    private final ScriptPool pool;
    private final Duration timePerCall;
    private final long allocation;
    private final Duration grace;
    private final LongSupplier nanoTime;
    private final Map<CallRunner, Account> accounts = new HashMap<>();
    private final Thread thread;
    private volatile boolean asleep;
    private volatile boolean closed;

    /** Takes a stopped script that does not end within {@code grace} for one that cannot be stopped. */
    Watchdog(ScriptPool pool, ScriptSettings settings, Duration grace, LongSupplier nanoTime) {
        if (!THREADS.isThreadAllocatedMemorySupported()) {
            throw new IllegalStateException(
                    "scripts require a JVM that measures the allocated bytes of threads");
        }
        THREADS.setThreadAllocatedMemoryEnabled(true);
        this.pool = pool;
        this.timePerCall = settings.timePerCall();
        this.allocation = settings.allocation();
        this.grace = grace;
        this.nanoTime = nanoTime;
        this.thread = Thread.ofPlatform().daemon().name("script-watchdog").unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** Ensures that a call that has started, or waits for a thread, is noticed. */
    void watch() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        int idle = 0;
        while (!closed) {
            idle = look() ? 0 : idle + 1;
            if (idle < IDLE_TICKS) {
                LockSupport.parkNanos(this, TICK_NANOS);
                continue;
            }
            asleep = true;
            if (!look() && !closed) {
                LockSupport.park(this);
            }
            asleep = false;
            idle = 0;
        }
    }

    private boolean look() {
        try {
            return lookAtAll();
        } catch (OutOfMemoryError _) {
            // A script may be the cause, so the watchdog must not end. The next check follows soon.
            return true;
        }
    }

    private boolean lookAtAll() {
        boolean busy = pool.reinforce();
        long now = nanoTime.getAsLong();
        for (CallRunner each : pool.runners()) {
            Running running = each.running();
            if (running == null) {
                accounts.remove(each);
            } else {
                busy = true;
                look(each, running, now);
            }
        }
        if (!busy) {
            // Also drops the accounts of threads that have ended, which happens only after a long
            // idle time.
            accounts.clear();
        }
        return busy;
    }

    @SuppressWarnings(
            "ReferenceEquality") // each call is a new object, so identity tells calls apart
    private void look(CallRunner runner, Running running, long now) {
        Account account = accounts.get(runner);
        if (account == null || account.running.call() != running.call()) {
            long id = runner.threadId();
            long cpu = THREADS.getThreadCpuTime(id);
            accounts.put(
                    runner, new Account(running, now, cpu, THREADS.getThreadAllocatedBytes(id), 0));
            return;
        }
        if (account.stopped != 0) {
            if (isOver(
                    grace, grace.multipliedBy(PATIENCE), account.stopped, runner, account, now)) {
                runner.reportHang(running.call());
                accounts.remove(runner);
            }
            return;
        }
        ScriptException reason = reasonToStop(runner, account, now);
        if (reason != null) {
            running.call().stop(reason);
            if (running.call().isStopped()) {
                running.instance().stop();
            }
            // At the end, because steps that failed for lack of memory are repeated.
            accounts.put(
                    runner, account.stoppedAt(now, THREADS.getThreadCpuTime(runner.threadId())));
        }
    }

    private @Nullable ScriptException reasonToStop(CallRunner runner, Account account, long now) {
        Duration time = runner.timePerCall();
        if (isOver(time, timePerCall.multipliedBy(PATIENCE), account.since, runner, account, now)) {
            return new ScriptTimeoutException(
                    "the script took longer than %d ms".formatted(time.toMillis()));
        }
        long allocated = THREADS.getThreadAllocatedBytes(runner.threadId()) - account.allocated;
        return allocated > allocation
                ? new ScriptException(
                        "the script allocated more than %d bytes".formatted(allocation))
                : null;
    }

    /**
     * True if more than the limit has passed since a moment. A thread that got less than half of it, because the
     * machine is overloaded or garbage was collected, gets up to the longest time, so that a script is not stopped for
     * the load of others.
     */
    private static boolean isOver(
            Duration time,
            Duration longest,
            long since,
            CallRunner runner,
            Account account,
            long now) {
        long elapsed = now - since;
        long limit = time.toNanos();
        if (elapsed <= limit) {
            return false;
        }
        long cpu = THREADS.getThreadCpuTime(runner.threadId()) - account.cpu;
        return cpu > limit / 2 || elapsed > longest.toNanos();
    }
}
