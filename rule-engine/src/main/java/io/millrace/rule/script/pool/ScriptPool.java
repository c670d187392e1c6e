// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.pool.CallRunner.Running;
import io.millrace.rule.script.pool.RunQueue.Admission;
import io.millrace.rule.script.pool.RunQueue.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs scripts: in its threads, behind a queue, or in the thread of the caller; with a watchdog over both. */
public final class ScriptPool implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ScriptPool.class);
    private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);
    private static final long CLOSE_MILLIS = 500;
    private static final int LOCK_TRIES = 100;
    private static final String CLOSED = "the script engines have been closed";
    private static final String NO_THREAD =
            "no thread is left for scripts: all hang in scripts that cannot be stopped";
    private static final String HOPELESS =
            "no thread is left for the script: another one before it cannot be stopped";

    private final HangPolicy hangPolicy;
    private final Watchdog watchdog;
    private final CallerThreads callers;

    /** Guards all fields below; held only briefly. */
    private final ReentrantLock lock = new ReentrantLock();

    private final RunQueue<ScriptCall<?>> queue;
    private final ThreadRoster roster;
    private long starts;
    private long startsBefore;
    private long refused;
    private boolean closed;

    public ScriptPool(ScriptSettings settings, LongSupplier nanoTime, HangPolicy hangPolicy) {
        this(settings, nanoTime, hangPolicy, KEEP_ALIVE);
    }

    /** Uses the given time after which an idle thread ends. */
    ScriptPool(
            ScriptSettings settings,
            LongSupplier nanoTime,
            HangPolicy hangPolicy,
            Duration keepAlive) {
        this.hangPolicy = hangPolicy;
        this.queue =
                new RunQueue<>(
                        settings.queue(),
                        settings.threadsPerTenant(),
                        1,
                        settings.abandonedThreadsPerTenant());
        InstanceBudget instances = new InstanceBudget(settings.instances(), settings.threads());
        this.roster = new ThreadRoster(this, lock, instances, settings, keepAlive);
        this.watchdog = new Watchdog(this, settings, hangPolicy.grace(), nanoTime);
        this.callers = new CallerThreads(instances, watchdog, nanoTime);
        watchdog.start();
    }

    /**
     * Runs the call in the current thread and delivers its result, if the script is quick and the thread is a platform
     * thread; queues it otherwise, or refuses it at once.
     */
    public void runOrSubmit(ScriptCall<?> call) {
        switch (callers.run(call)) {
            case DELIVERED -> {}
            case NOT_RUN -> submit(call);
            case STOPPED -> submit(call.again());
        }
    }

    /** Queues the call, or refuses it at once. */
    public void submit(ScriptCall<?> call) {
        String refusal;
        acquire();
        try {
            refusal = offer(call);
            if (refusal != null) {
                refused++;
            }
            summon();
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            call.refuse(refusal);
        }
    }

    private @Nullable String offer(ScriptCall<?> call) {
        if (closed) {
            return CLOSED;
        }
        if (roster.isExhausted()) {
            return NO_THREAD;
        }
        Admission admission = queue.offer(call.tenant(), call.originator(), call);
        return admission == Admission.ADMITTED ? null : admission.refusal();
    }

    /** Takes the lock. It is held for a fraction of a microsecond, so a few tries cost less than parking the thread. */
    private void acquire() {
        for (int i = 0; i < LOCK_TRIES; i++) {
            if (lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    /** Wakes or starts one thread; that thread calls the next, if needed. */
    private void summon() {
        if (queue.hasNext() && !roster.summon()) {
            watchdog.watch();
        }
    }

    /**
     * Starts a further thread if calls could start but none has started since the last call of this method, because the
     * existing threads hang or run long scripts.
     *
     * @return true if calls could start
     */
    boolean reinforce() {
        lock.lock();
        try {
            boolean any = queue.hasNext();
            if (any && starts == startsBefore) {
                roster.reinforce();
            }
            startsBefore = starts;
            return any;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread's call and returns the next one, waiting for it if necessary. Null if the thread must end. */
    @Nullable ScriptCall<?> take(ScriptThread thread) {
        acquire();
        try {
            roster.arrive(thread);
            endCall(thread);
            while (!closed && !thread.isAbandoned()) {
                Turn<ScriptCall<?>> next = queue.next();
                if (next != null) {
                    starts++;
                    thread.hold(next);
                    summon();
                    return next.call();
                }
                if (!roster.awaitSummons(thread)) {
                    return null;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable ScriptCall<?> endCall(ScriptThread thread) {
        Turn<ScriptCall<?>> turn = thread.turn();
        if (turn == null) {
            return null;
        }
        ScriptCall<?> call = turn.call();
        queue.end(turn);
        thread.hold(null);
        return call;
    }

    /** All that run scripts, without abandoned threads; may be called without the lock. */
    List<CallRunner> runners() {
        List<CallRunner> runners = new ArrayList<>();
        roster.all().forEach(thread -> runners.add(thread.runner()));
        callers.all().forEach(thread -> runners.add(thread.runner()));
        return runners;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    /** The calls that run now. */
    public List<ScriptCall<?>> running() {
        List<ScriptCall<?>> calls = new ArrayList<>();
        for (CallRunner runner : runners()) {
            Running running = runner.running();
            if (running != null) {
                calls.add(running.call());
            }
        }
        return calls;
    }

    /** Applies the policy to a thread whose script does not stop, unless the call has just ended. */
    void hangs(ScriptThread thread, ScriptCall<?> call) {
        if (hangPolicy == HangPolicy.REPORT) {
            call.reportHang();
        } else {
            abandon(thread, call);
        }
    }

    private void abandon(ScriptThread thread, ScriptCall<?> call) {
        List<ScriptCall<?>> hopeless;
        lock.lock();
        try {
            Turn<ScriptCall<?>> turn = thread.turn();
            if (turn == null || turn.call() != call) {
                return;
            }
            roster.giveUp(thread);
            hopeless = new ArrayList<>(queue.giveUp(turn));
            if (roster.isExhausted()) {
                hopeless.addAll(queue.drain());
            }
            refused += hopeless.size();
            summon();
        } finally {
            lock.unlock();
        }
        // Actions that depend on the calls may be slow and must not delay the watchdog.
        Thread.ofVirtual()
                .start(() -> {
                    call.giveUp();
                    hopeless.forEach(each -> each.refuse(HOPELESS));
                });
    }

    /** Notes that a thread has ended. */
    void ended(ScriptThread thread) {
        ScriptCall<?> unfinished;
        lock.lock();
        try {
            unfinished = endCall(thread);
            roster.ended(thread);
            summon();
        } finally {
            lock.unlock();
        }
        if (unfinished != null) {
            unfinished.refuse("the script's thread has ended");
        }
    }

    public ScriptLoad load() {
        lock.lock();
        try {
            return new ScriptLoad(
                    roster.all().size(),
                    queue.running() + callers.running(),
                    queue.waiting(),
                    refused,
                    roster.givenUp());
        } finally {
            lock.unlock();
        }
    }

    /** Refuses waiting calls and lets running ones end; stops those that have not ended after half a second. */
    @Override
    public void close() {
        List<ScriptThread> last;
        List<ScriptCall<?>> waiting;
        lock.lock();
        try {
            closed = true;
            waiting = queue.drain();
            refused += waiting.size();
            last = List.copyOf(roster.all());
            roster.dismiss();
        } finally {
            lock.unlock();
        }
        waiting.forEach(call -> call.refuse(CLOSED));
        callers.close();
        if (!join(last)) {
            last.forEach(thread -> stop(thread.runner()));
            if (!join(last)) {
                log.warn(
                        "A script still runs after the script pool was closed;"
                                + " its thread ends with the process");
            }
        }
        callers.all().forEach(thread -> stop(thread.runner()));
        watchdog.close();
    }

    private static void stop(CallRunner runner) {
        Running running = runner.running();
        if (running != null && running.call().stop(new ScriptException(CLOSED))) {
            running.instance().stop();
        }
    }

    private static boolean join(List<ScriptThread> last) {
        long deadline = TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS) + System.nanoTime();
        try {
            for (ScriptThread thread : last) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (!thread.join(Math.max(1, left))) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
