// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.ScriptSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The script threads: which exist, which are idle, and which one was summoned. Threads are started when needed: as many
 * as one tenant may use at once, and further ones only if those make no progress. The thread that became idle last is
 * summoned first, so that light load uses few threads with warm instances; a thread that is not summoned for a while
 * ends. All methods except {@link #all()} require the pool's lock.
 */
final class ThreadRoster {

    private static final Logger log = LoggerFactory.getLogger(ThreadRoster.class);

    private final ScriptPool pool;
    private final ReentrantLock lock;
    private final int usual;
    private final int max;
    private final int maxReplaced;
    private final long keepAliveNanos;
    private final InstanceBudget instances;
    private final Duration timePerCall;
    private final CopyOnWriteArrayList<ScriptThread> threads = new CopyOnWriteArrayList<>();

    /** Idle threads; the last one to become idle is first. */
    private final ArrayDeque<ScriptThread> idle = new ArrayDeque<>();

    /** The thread that was summoned or started last and has not arrived yet; it summons further ones, if needed. */
    private @Nullable ScriptThread summoned;

    private int started;
    private int givenUp;
    private boolean startFails;
    private boolean dismissed;

    ThreadRoster(
            ScriptPool pool,
            ReentrantLock lock,
            InstanceBudget instances,
            ScriptSettings settings,
            Duration keepAlive) {
        this.pool = pool;
        this.lock = lock;
        this.usual = settings.threadsPerTenant();
        this.max = settings.threads();
        this.maxReplaced = settings.abandonedThreads();
        this.keepAliveNanos = keepAlive.toNanos();
        this.instances = instances;
        this.timePerCall = settings.timePerCall();
    }

    /** The threads that have not been abandoned. */
    List<ScriptThread> all() {
        return threads;
    }

    /** Summons a thread that is idle, or starts one within the usual number; returns false if none is available. */
    boolean summon() {
        return summon(usual);
    }

    /** Summons a thread that is idle, or starts one within the limit; returns false if none is available. */
    boolean reinforce() {
        return summon(max);
    }

    private boolean summon(int bound) {
        if (summoned == null && !dismissed) {
            summoned = idle.poll();
            if (summoned != null) {
                summoned.summons().signal();
            } else if (threads.size() < bound && mayStart()) {
                start();
            }
        }
        return summoned != null;
    }

    private void start() {
        ScriptThread fresh =
                new ScriptThread(pool, lock.newCondition(), instances, timePerCall, started++);
        try {
            fresh.start();
            threads.add(fresh);
            summoned = fresh;
            startFails = false;
        } catch (OutOfMemoryError e) {
            // The watchdog retries, many times a second, while calls wait.
            if (!startFails) {
                log.error(
                        "Cannot start a script thread: {}; scripts run on the remaining threads",
                        e.toString());
            }
            startFails = true;
        }
    }

    private boolean mayStart() {
        return threads.size() + Math.max(0, givenUp - maxReplaced) < max;
    }

    /** True if no thread exists and none may be started. */
    boolean isExhausted() {
        return threads.isEmpty() && !mayStart();
    }

    /** Notes that a thread has arrived for work. */
    void arrive(ScriptThread thread) {
        if (summoned == thread) {
            summoned = null;
        }
    }

    /** Waits until the thread is summoned; returns false if it must end. */
    boolean awaitSummons(ScriptThread thread) {
        idle.push(thread);
        long left = keepAliveNanos;
        while (summoned != thread && !dismissed && left > 0) {
            try {
                left = thread.summons().awaitNanos(left);
            } catch (InterruptedException _) {
                // Meant for a script that has ended meanwhile.
            }
        }
        if (summoned == thread) {
            summoned = null;
            return true;
        }
        idle.remove(thread);
        return false;
    }

    /** Removes a thread that hangs, so that another one may replace it within the limit. */
    void giveUp(ScriptThread thread) {
        thread.abandon();
        threads.remove(thread);
        log.error(
                "A script cannot be stopped; abandoning its thread"
                        + " ({} abandoned before, at most {} are replaced)",
                givenUp,
                maxReplaced,
                thread.stack());
        givenUp++;
    }

    /** Removes a thread that has ended. */
    void ended(ScriptThread thread) {
        threads.remove(thread);
        if (thread.isAbandoned()) {
            givenUp--;
            log.info("An abandoned script thread has ended; {} abandoned threads remain", givenUp);
        }
    }

    /** Ends all idle threads, and every other one as soon as it is idle. */
    void dismiss() {
        dismissed = true;
        threads.forEach(thread -> thread.summons().signal());
    }

    int givenUp() {
        return givenUp;
    }
}
