// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which threads there are, which of them are idle, and which one is called. Threads are started when they are needed:
 * as many as one tenant may use at once, further ones only when those do not get on. The one that became idle last is
 * called first, so that light load stays with few threads, whose instances are warm; one that nobody has called for a
 * while ends. All methods but {@link #all()} are for the holder of the pool's lock.
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
    private final CopyOnWriteArrayList<ScriptThread> threads = new CopyOnWriteArrayList<>();

    /** The last one to become idle first. */
    private final ArrayDeque<ScriptThread> idle = new ArrayDeque<>();

    /** The thread that was called or started last and has not come yet; it sees to it that more come, if need be. */
    private @Nullable ScriptThread summoned;

    private int started;
    private int givenUp;
    private boolean startFails;
    private boolean dismissed;

    ThreadRoster(ScriptPool pool, ReentrantLock lock, ScriptSettings settings, Duration keepAlive) {
        this.pool = pool;
        this.lock = lock;
        this.usual = settings.threadsPerTenant();
        this.max = settings.threads();
        this.maxReplaced = settings.abandonedThreads();
        this.keepAliveNanos = keepAlive.toNanos();
        this.instances = new InstanceBudget(settings.instances(), settings.threads());
    }

    /** The threads that have not been given up. */
    List<ScriptThread> all() {
        return threads;
    }

    /** Calls a thread that is idle or among the usual ones; false if none comes. */
    boolean summon() {
        return summon(usual);
    }

    /** Calls a thread that is idle or within the bound; false if none comes. */
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
        ScriptThread fresh = new ScriptThread(pool, lock.newCondition(), instances, started++);
        try {
            fresh.start();
            threads.add(fresh);
            summoned = fresh;
            startFails = false;
        } catch (OutOfMemoryError e) {
            // The watchdog tries again, many times a second, while calls wait.
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

    /** Whether there is no thread, nor may one be started. */
    boolean isExhausted() {
        return threads.isEmpty() && !mayStart();
    }

    /** Takes note that a thread has come to work. */
    void arrive(ScriptThread thread) {
        if (summoned == thread) {
            summoned = null;
        }
    }

    /** Waits until the thread is called; false if it is to end. */
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

    /** Strikes a thread off that hangs, so that another one may take its place while there are enough. */
    void giveUp(ScriptThread thread) {
        thread.abandon();
        threads.remove(thread);
        log.error(
                "A script cannot be stopped; abandoning its thread ({} abandoned before, at most {} are replaced)",
                givenUp,
                maxReplaced);
        givenUp++;
    }

    /** Strikes a thread off that has ended. */
    void ended(ScriptThread thread) {
        threads.remove(thread);
        if (thread.isAbandoned()) {
            givenUp--;
            log.info("An abandoned script thread has ended; {} abandoned threads remain", givenUp);
        }
    }

    /** Lets all threads end that have nothing to do, now and from now on. */
    void dismiss() {
        dismissed = true;
        threads.forEach(thread -> thread.summons().signal());
    }

    int givenUp() {
        return givenUp;
    }
}
