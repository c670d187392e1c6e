// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs quick calls in the threads of their callers, because to pass a call to another thread and its result back costs
 * several times what a quick script takes. A call that turns out not to be quick is stopped after some milliseconds, and
 * its caller passes it to the pool, where it begins again: a script has no effects. The next ones go to the pool at once
 * ({@link CallCredit}).
 */
final class CallerThreads {

    /** Time after which the watchdog stops a call. */
    static final Duration TIME_PER_CALL = Duration.ofMillis(4);

    private static final Logger log = LoggerFactory.getLogger(CallerThreads.class);

    private final InstanceBudget budget;
    private final Watchdog watchdog;
    private final LongSupplier nanoTime;
    private final CopyOnWriteArrayList<CallerThread> all = new CopyOnWriteArrayList<>();

    /** Of this pool only. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable CallerThread> current = new ThreadLocal<>();

    private volatile boolean closed;

    CallerThreads(InstanceBudget budget, Watchdog watchdog, LongSupplier nanoTime) {
        this.budget = budget;
        this.watchdog = watchdog;
        this.nanoTime = nanoTime;
    }

    /** What has become of a call. */
    enum Outcome {
        DELIVERED,
        NOT_RUN,
        STOPPED
    }

    /** Runs a call in the current thread and delivers its result, if the script is quick. */
    Outcome run(ScriptCall<?> call) {
        if (closed || Thread.currentThread().isVirtual()) {
            return Outcome.NOT_RUN;
        }
        CallerThread caller = current();
        CallCredit credit = caller.creditOf(call.program());
        long start = nanoTime.getAsLong();
        if (!credit.isGood(start)) {
            return Outcome.NOT_RUN;
        }
        caller.runner().run(call);
        if (call.isStopped()) {
            credit.exhaust(nanoTime.getAsLong());
            return Outcome.STOPPED;
        }
        credit.charge(start, nanoTime.getAsLong());
        call.deliver();
        return Outcome.DELIVERED;
    }

    private CallerThread current() {
        CallerThread known = current.get();
        return known == null ? register() : known;
    }

    private CallerThread register() {
        Thread thread = Thread.currentThread();
        CallerThread fresh =
                new CallerThread(
                        thread,
                        new CallRunner(
                                thread, budget, watchdog, TIME_PER_CALL, _ -> logHang(thread)));
        forgetEnded();
        all.add(fresh);
        current.set(fresh);
        return fresh;
    }

    private static void logHang(Thread thread) {
        log.error(
                "A script cannot be stopped; it holds the thread {}",
                thread.getName(),
                CallRunner.stackOf(thread));
    }

    private void forgetEnded() {
        for (CallerThread each : all) {
            if (!each.isAlive() && all.remove(each)) {
                each.runner().close();
            }
        }
    }

    /** May be called by any thread. */
    List<CallerThread> all() {
        return all;
    }

    /** Number of calls that run now; may be called by any thread. */
    int running() {
        return (int) all.stream().filter(each -> each.runner().running() != null).count();
    }

    /** Ensures that no further call runs; those that run now go on. */
    void close() {
        closed = true;
    }
}
