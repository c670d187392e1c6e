// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import io.millrace.actor.internal.thread.ActorThread;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed set of threads. Each has a queue of its own for what its tasks submit; what comes from outside goes to a
 * common queue. A worker takes from the two in turn, so neither starves the other, and where both are empty it steals.
 *
 * <p>Waking a thread costs more than most tasks take, so a submitter does it only when it is needed: when no worker is
 * awake, or when a task already waits ahead of the new one. A lone task is left to the workers that are awake. Should
 * they all be held up, the guard takes it: one sleeper that looks around from time to time while others work, and sleeps
 * for good when all do. While one woken worker is on its way no second is woken; it wakes the next itself if more waits.
 */
final class WorkerPool implements Dispatcher {

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

    private static final int SPINS_BEFORE_SLEEP = 20;
    private static final long SHORTEST_GUARD_NANOS = 50_000;
    private static final long LONGEST_GUARD_NANOS = 1_000_000;

    private final Budget budget;
    private final Worker[] workers;
    private final ConcurrentLinkedQueue<Runnable> fromOutside = new ConcurrentLinkedQueue<>();
    private final AtomicInteger asleep = new AtomicInteger();
    private final AtomicBoolean waking = new AtomicBoolean();
    private final AtomicReference<@Nullable Worker> guard = new AtomicReference<>();
    private volatile boolean closed;

    WorkerPool(String name, int parallelism, Budget budget) {
        if (parallelism < 1) {
            throw new IllegalArgumentException(
                    "parallelism must be at least 1, not " + parallelism);
        }
        this.budget = budget;
        workers = new Worker[parallelism];
        for (int i = 0; i < parallelism; i++) {
            workers[i] = new Worker(this, i, name + "-" + (i + 1));
        }
        for (Worker worker : workers) {
            worker.start();
        }
    }

    @Override
    public Budget budget() {
        return budget;
    }

    @Override
    public void execute(Runnable task) {
        if (Thread.currentThread() instanceof Worker worker && worker.pool == this) {
            executeFromInside(worker, task);
        } else {
            executeFromOutside(task);
        }
    }

    private void executeFromInside(Worker worker, Runnable task) {
        boolean othersWait = !worker.tasks.isEmpty();
        if (!worker.tasks.push(task)) {
            fromOutside.add(task);
        }
        // The task must be seen by a worker that goes to sleep, or its sleep by us.
        VarHandle.fullFence();
        wakeIfNeeded(othersWait);
    }

    private void executeFromOutside(Runnable task) {
        boolean othersWait = !fromOutside.isEmpty();
        fromOutside.add(task);
        if (closed && fromOutside.remove(task)) {
            throw new RejectedExecutionException("the pool is closed");
        }
        wakeIfNeeded(othersWait);
    }

    @Override
    public void close() {
        closed = true;
        for (Worker worker : workers) {
            LockSupport.unpark(worker);
        }
    }

    private void wakeIfNeeded(boolean othersWait) {
        int sleepers = asleep.get();
        if (sleepers > 0 && (othersWait || sleepers == workers.length || guard.get() == null)) {
            wakeOne();
        }
    }

    private void wakeOne() {
        do {
            if (waking.get() || !waking.compareAndSet(false, true)) {
                return;
            }
            for (Worker worker : workers) {
                if (worker.leaveSleep()) {
                    LockSupport.unpark(worker);
                    return;
                }
            }
            waking.set(false);
            // Somebody may have relied on us meanwhile.
        } while (asleep.get() > 0 && hasTask());
    }

    private boolean hasTask() {
        if (!fromOutside.isEmpty()) {
            return true;
        }
        for (Worker worker : workers) {
            if (!worker.tasks.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** One thread of the pool. */
    static final class Worker extends ActorThread {

        private final WorkerPool pool;
        private final int index;
        private final TaskRing tasks = new TaskRing();
        private final AtomicBoolean sleeping = new AtomicBoolean();
        private int turn;

        Worker(WorkerPool pool, int index, String name) {
            super(name);
            this.pool = pool;
            this.index = index;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (Runnable task = next(); task != null; task = next()) {
                try {
                    task.run();
                } catch (Throwable e) {
                    log.error("A task on {} failed", getName(), e);
                }
                // One actor's interruption is none of the next one's business.
                Thread.interrupted();
            }
        }

        private @Nullable Runnable next() {
            Runnable task = find();
            for (int spins = 0; task == null && spins < SPINS_BEFORE_SLEEP; spins++) {
                Thread.onSpinWait();
                task = find();
            }
            return task != null ? task : sleep();
        }

        private @Nullable Runnable find() {
            boolean ownFirst = (turn++ & 1) == 0;
            Runnable task = ownFirst ? tasks.pop() : pool.fromOutside.poll();
            if (task == null) {
                task = ownFirst ? pool.fromOutside.poll() : tasks.pop();
            }
            return task != null ? task : steal();
        }

        private @Nullable Runnable steal() {
            int count = pool.workers.length;
            for (int i = 1; i < count; i++) {
                Runnable task = pool.workers[(index + i) % count].tasks.pop();
                if (task != null) {
                    return task;
                }
            }
            return null;
        }

        /** Sleeps until there is a task; null at the end of the pool. */
        private @Nullable Runnable sleep() {
            sleeping.set(true);
            pool.asleep.incrementAndGet();
            long guardNanos = SHORTEST_GUARD_NANOS;
            while (true) {
                boolean closing = pool.closed;
                Runnable task = find();
                if (task != null || closing) {
                    wakeUp();
                    return task;
                }
                if (!sleeping.get()) {
                    // Woken for a task that another has taken: the wake-up is used up.
                    pool.waking.set(false);
                    sleeping.set(true);
                    pool.asleep.incrementAndGet();
                } else if (!isGuard()) {
                    LockSupport.park(pool);
                } else if (resignsAsGuard()) {
                    continue;
                } else {
                    LockSupport.parkNanos(pool, guardNanos);
                    guardNanos = Math.min(2 * guardNanos, LONGEST_GUARD_NANOS);
                }
                Thread.interrupted();
            }
        }

        private void wakeUp() {
            pool.guard.compareAndSet(this, null);
            if (!leaveSleep()) {
                pool.waking.set(false);
            }
            if (pool.asleep.get() > 0 && pool.hasTask()) {
                pool.wakeOne();
            }
        }

        /** Whether this call ended the sleep, as only one does. */
        private boolean leaveSleep() {
            if (sleeping.get() && sleeping.compareAndSet(true, false)) {
                pool.asleep.decrementAndGet();
                return true;
            }
            return false;
        }

        private boolean isGuard() {
            if (pool.guard.get() == this) {
                return true;
            }
            return pool.asleep.get() < pool.workers.length && pool.guard.compareAndSet(null, this);
        }

        /** With nobody awake there is nothing to guard; whoever submits next wakes a worker. */
        private boolean resignsAsGuard() {
            return pool.asleep.get() == pool.workers.length && pool.guard.compareAndSet(this, null);
        }
    }
}
