// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.Actor;
import io.millrace.actor.Props;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellEntry;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.cell.RouterPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reference to an elastic pool, with the waiting tasks and the routees that take them.
 *
 * <p>A task stays here until a routee can process it at once: a routee's mailbox gets only a call to come and fetch a
 * task. So no task is in the mailbox of a routee that fails, waits for its restart or ends; another routee fetches
 * it. After each task a routee comes again, by a new entry at the end of its mailbox; it is idle once it came and
 * found no task. Each routee is idle, or one call is on its way to it, or it has a task.
 *
 * <p>One lock guards all fields. No code of other classes runs under it: mailboxes are sent to after its release.
 */
final class ElasticRef<M> extends CellRef<M> {

    private enum Mode {
        OPEN,
        /** Waiting tasks are processed, new ones are refused. */
        DRAINING,
        CLOSED
    }

    private final Plan<M> plan;
    private final Object lock = new Object();
    private final Deque<Object> tasks = new ArrayDeque<>();
    private final Map<ActorCell<?>, Worker> workers = new HashMap<>();

    /** Idle routees; the one that became idle last comes last. */
    private final Deque<Worker> idle = new ArrayDeque<>();

    /** The number of formerly idle routees on their way to a task. */
    private int called;

    private Mode mode = Mode.OPEN;

    /** The entry that tells the pool's actor that the queue is full; sent at most once after each sample. */
    private @Nullable CellEntry onFull;

    private ElasticRef(ActorCell<M> cell, Plan<M> plan) {
        super(cell);
        this.plan = plan;
    }

    @Override
    public @Nullable Reason deliver(Object entry) {
        if (cell().refusesSender()) {
            return Reason.SYSTEM_STOPPING;
        }
        Worker worker = null;
        CellEntry full = null;
        boolean taken;
        synchronized (lock) {
            if (mode != Mode.OPEN) {
                return Reason.STOPPED;
            }
            taken = !idle.isEmpty() || !isFull();
            plan.statistics.submitted(taken);
            if (taken) {
                tasks.add(entry);
                worker = callIdle();
            }
            if (isFull()) {
                full = onFull;
                onFull = null;
            }
        }
        if (worker != null) {
            worker.call();
        }
        if (full != null) {
            cell().offerControl(full);
        }
        return taken ? null : Reason.MAILBOX_FULL;
    }

    @Override
    protected int waitingMessages() {
        synchronized (lock) {
            return tasks.size();
        }
    }

    @Override
    protected boolean poisonRoutees() {
        List<Worker> callees = new ArrayList<>();
        boolean ends;
        synchronized (lock) {
            mode = Mode.DRAINING;
            for (Worker worker = callIdle(); worker != null; worker = callIdle()) {
                callees.add(worker);
            }
            ends = tasks.isEmpty() && !cell().hasChildren();
        }
        callees.forEach(Worker::call);
        return !ends;
    }

    @Override
    protected void closeRoutes() {
        List<Object> rest;
        synchronized (lock) {
            mode = Mode.CLOSED;
            rest = List.copyOf(tasks);
            tasks.clear();
            plan.statistics.discarded(rest.size());
            retireAll();
        }
        rest.forEach(task -> cell().undelivered(task, Reason.STOPPED));
    }

    // Only for the pool's own actor, up to removeIdle.

    /** Takes a sample: the number of waiting tasks, without those that a routee is on its way to. */
    int sample(CellEntry nextFull) {
        synchronized (lock) {
            onFull = nextFull;
            return waiting();
        }
    }

    int size() {
        synchronized (lock) {
            return workers.size();
        }
    }

    /** True if the pool is draining and no task is left. */
    boolean isDrained() {
        synchronized (lock) {
            return mode == Mode.DRAINING && tasks.isEmpty();
        }
    }

    /** Adds a routee, which comes for tasks from now on. */
    void add(ActorCell<?> routee) {
        Worker worker = new Worker(routee);
        synchronized (lock) {
            workers.put(routee, worker);
            plan.statistics.sizeChanged(1);
        }
        worker.call();
    }

    /** Removes a routee that has ended; if it was called to a task, another routee is called. */
    void remove(ActorCell<?> routee) {
        Worker substitute = null;
        synchronized (lock) {
            Worker worker = workers.get(routee);
            if (worker != null) {
                retire(worker);
            }
            if (tasks.size() > called) {
                substitute = callIdle();
            }
        }
        if (substitute != null) {
            substitute.call();
        }
    }

    /** Removes all routees. */
    void removeAll() {
        synchronized (lock) {
            onFull = null;
            retireAll();
        }
    }

    /** Removes the routee that has been idle for the longest time and waits for no stage; null if there is none. */
    @Nullable ActorCell<?> removeIdle() {
        synchronized (lock) {
            for (Worker worker : idle) {
                if (worker.cell.isQuiet()) {
                    retire(worker);
                    return worker.cell;
                }
            }
            return null;
        }
    }

    // Only under the lock.

    private int waiting() {
        return Math.max(0, tasks.size() - called);
    }

    private boolean isFull() {
        return waiting() >= plan.settings.capacity();
    }

    private @Nullable Worker callIdle() {
        Worker worker = idle.pollLast();
        if (worker != null) {
            worker.state = State.CALLED;
            called++;
        }
        return worker;
    }

    private void retireAll() {
        List.copyOf(workers.values()).forEach(this::retire);
    }

    private void retire(Worker worker) {
        switch (worker.state) {
            case IDLE -> idle.remove(worker);
            case CALLED -> called--;
            case COMING, RETIRED -> {}
        }
        worker.state = State.RETIRED;
        workers.remove(worker.cell);
        plan.statistics.sizeChanged(-1);
    }

    private enum State {
        /** Comes by itself when it has processed its task. */
        COMING,
        IDLE,
        /** Was idle and has been called to a task. */
        CALLED,
        /** Gets no more tasks. */
        RETIRED
    }

    /** A routee; and the entry of its mailbox by which it fetches a task. */
    private final class Worker extends CellEntry.Fetch {

        private final ActorCell<?> cell;
        private State state = State.COMING;

        Worker(ActorCell<?> cell) {
            this.cell = cell;
        }

        void call() {
            cell.offerControl(this);
        }

        @Override
        protected @Nullable Object fetch() {
            boolean ends = false;
            Object task = null;
            synchronized (lock) {
                if (state != State.RETIRED) {
                    if (state == State.CALLED) {
                        called--;
                        state = State.COMING;
                    }
                    task = tasks.poll();
                    if (task != null) {
                        plan.statistics.begun();
                    } else if (mode == Mode.DRAINING) {
                        retire(this);
                        ends = true;
                    } else {
                        state = State.IDLE;
                        idle.addLast(this);
                    }
                }
            }
            if (ends) {
                cell.poison();
            }
            return task;
        }

        @Override
        protected void processed(boolean failed) {
            plan.statistics.ended(failed);
            call();
        }
    }

    /** See {@link Routers#elastic}. */
    record Plan<M>(Props<M> routee, ElasticPoolSettings settings, ElasticPoolStatistics statistics)
            implements RouterPlan<M> {
        @Override
        public Actor<M> get() {
            return new ElasticActor<>(routee, settings);
        }

        @Override
        public CellRef<M> newRef(ActorCell<M> cell) {
            return new ElasticRef<>(cell, this);
        }
    }
}
