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
 * A fixed number of threads. Each has a queue of its own for the tasks that its tasks submit; tasks from outside go
 * to a common queue. A worker takes from the two alternately, so neither starves the other, and steals if both are
 * empty.
 *
 * <p>Waking a thread costs more than most tasks take, so a submitter wakes one only if all workers are asleep or
 * another task already waits before the new one. A single task is left to the workers that are awake. In case all of
 * them are busy for long, one sleeper is the guard, which looks for tasks every few milliseconds; it is woken last. It
 * stays on guard for a while when all are asleep, because to wake a guard whenever a worker begins costs more; then it
 * sleeps without a limit. While one woken worker is on its way no second one is woken; it wakes the next itself if more
 * tasks wait.
 */
final class WorkerPool implements Dispatcher {

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

    private static final int SPINS_BEFORE_SLEEP = 20;
    private static final long GUARD_NANOS = 5_000_000;

    /** How often the guard looks while all are asleep. */
    private static final int IDLE_LOOKS = 40;

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
        // Either a worker that goes to sleep sees the task, or this thread sees that it sleeps.
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
            Worker onGuard = guard.get();
            for (Worker worker : workers) {
                if (worker != onGuard && wake(worker)) {
                    return;
                }
            }
            if (onGuard != null && wake(onGuard)) {
                return;
            }
            waking.set(false);
            // Another submitter may have relied on this call meanwhile.
        } while (asleep.get() > 0 && hasTask());
    }

    private static boolean wake(Worker worker) {
        if (worker.leaveSleep()) {
            LockSupport.unpark(worker);
            return true;
        }
        return false;
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
                    log.error("Task on {} failed", getName(), e);
                }
                // An interrupt of one actor must not reach the next one.
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

        /** Sleeps until there is a task; returns null at the end of the pool. */
        private @Nullable Runnable sleep() {
            sleeping.set(true);
            pool.asleep.incrementAndGet();
            int idleLooks = 0;
            while (true) {
                boolean closing = pool.closed;
                Runnable task = find();
                if (task != null || closing) {
                    wakeUp();
                    return task;
                }
                if (!sleeping.get()) {
                    // Woken for a task that another worker has taken: this wake-up is over.
                    pool.waking.set(false);
                    sleeping.set(true);
                    pool.asleep.incrementAndGet();
                    idleLooks = 0;
                } else if (idleLooks < IDLE_LOOKS && isGuard()) {
                    idleLooks = pool.asleep.get() == pool.workers.length ? idleLooks + 1 : 0;
                    LockSupport.parkNanos(pool, GUARD_NANOS);
                } else if (resignsAsGuard()) {
                    // Others may have become busy meanwhile and count on a guard.
                    continue;
                } else {
                    LockSupport.park(pool);
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

        /** Ends the sleep; returns false if another call has ended it. */
        private boolean leaveSleep() {
            if (sleeping.get() && sleeping.compareAndSet(true, false)) {
                pool.asleep.decrementAndGet();
                return true;
            }
            return false;
        }

        private boolean isGuard() {
            return pool.guard.get() == this || pool.guard.compareAndSet(null, this);
        }

        private boolean resignsAsGuard() {
            return pool.guard.compareAndSet(this, null);
        }
    }
}
