// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Two queues and the right to run. It is itself the task that a dispatcher gets, so scheduling allocates nothing.
 *
 * <p>The state word holds the run state (idle, scheduled, running), the bit "closed", and how often the mailbox is
 * suspended. Senders change it from idle to scheduled and nothing else, and only after they have appended; every other
 * change is made by the one thread that runs the mailbox. Before that thread goes it stores "idle" and then looks at the
 * queues again. Both steps are sequentially consistent, so for each entry either the sender sees "idle" and schedules,
 * or the thread sees the entry and stays.
 *
 * <p>A closed mailbox can still be scheduled: what a sender appended while it was being closed is taken out by such a
 * run, so that every entry leaves the queue through the one thread that may take, once.
 */
final class Mailbox implements Runnable {

    private static final int IDLE = 0;
    private static final int SCHEDULED = 1;
    private static final int RUNNING = 2;
    private static final int RUN_STATE = 3;
    private static final int CLOSED = 4;
    private static final int SUSPENDED_ONCE = 8;

    private static final SystemEntry SYSTEM_CLOSED = new SystemEntry(SystemMessage.STOP, null);
    private static final VarHandle STATE;
    private static final VarHandle SYSTEM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Mailbox.class, "state", int.class);
            SYSTEM = lookup.findVarHandle(Mailbox.class, "system", SystemEntry.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MailboxOwner owner;
    private final UserQueue queue;
    private volatile int state;
    private volatile @Nullable SystemEntry system;

    /** What comes before the queue, or null; by the running thread only. */
    private @Nullable Deque<Object> first;

    Mailbox(MailboxOwner owner, UserQueue queue, SystemMessage start) {
        this.owner = owner;
        this.queue = queue;
        this.system = new SystemEntry(start, null);
    }

    /** Lets the first system message be handled. */
    void start() {
        schedule(true);
    }

    /** Lets nothing be handled, whatever comes in, before {@link #release}. Before anybody knows it, and once. */
    void hold() {
        setState(SCHEDULED);
    }

    /** Starts what was held. */
    void release() {
        submit();
    }

    /** Appends a message; returns why it cannot, or null. */
    @Nullable Reason offer(Object message) {
        if ((state & CLOSED) != 0) {
            return Reason.STOPPED;
        }
        Object lost = queue.put(message);
        if (lost != null) {
            if (UserQueue.REFUSED.equals(lost)) {
                return Reason.MAILBOX_FULL;
            }
            owner.undelivered(lost, Reason.DROPPED);
        }
        schedule(false);
        return null;
    }

    /** Appends an entry of the library's own. */
    void offerControl(Control entry) {
        if ((state & CLOSED) != 0) {
            owner.undelivered(entry, Reason.STOPPED);
            return;
        }
        queue.putControl(entry);
        schedule(false);
    }

    /** Appends a system message; returns false when the actor has ended. */
    boolean send(SystemMessage message) {
        SystemEntry before;
        do {
            before = system;
            if (before == SYSTEM_CLOSED) {
                return false;
            }
        } while (!SYSTEM.compareAndSet(this, before, new SystemEntry(message, before)));
        schedule(true);
        return true;
    }

    @Override
    public void run() {
        if (Thread.currentThread() instanceof WorkerPool.Worker) {
            process();
        } else {
            Inside.run(this::process);
        }
    }

    /** Holds user messages back; calls nest. By the running thread only, as the methods below. */
    void suspend() {
        setState(state + SUSPENDED_ONCE);
    }

    /** Takes one {@link #suspend} back. */
    void resume() {
        if (state >= SUSPENDED_ONCE) {
            setState(state - SUSPENDED_ONCE);
        }
    }

    /** Lets an entry be processed before all that wait. */
    void putFirst(Object entry) {
        if (first == null) {
            first = new ArrayDeque<>();
        }
        first.addFirst(entry);
    }

    /** Lets entries be processed, in their order, before all that wait. */
    void putFirst(@Nullable Deque<Object> entries) {
        if (entries == null) {
            return;
        }
        for (Object entry = entries.pollLast(); entry != null; entry = entries.pollLast()) {
            putFirst(entry);
        }
    }

    /** Takes no more user messages, and gives back those that wait. */
    void close() {
        setState(state | CLOSED);
        discard();
    }

    /** Takes no more system messages either; what came in since the last look is handled here. */
    void closeSystem() {
        SystemEntry rest = (SystemEntry) SYSTEM.getAndSet(this, SYSTEM_CLOSED);
        handleAll(rest);
    }

    /** Whether nothing waits and nothing runs. From any thread: true at some instant during the call. */
    boolean isQuiet() {
        SystemEntry entry = system;
        return (state & RUN_STATE) == IDLE
                && (entry == null || entry == SYSTEM_CLOSED)
                && first == null
                && queue.isEmpty();
    }

    /** Whether the actor takes nothing any more. */
    boolean hasEnded() {
        return system == SYSTEM_CLOSED;
    }

    boolean isRunning() {
        return (state & RUN_STATE) == RUNNING;
    }

    /** How much there is to do: 0 for an idle mailbox, else one more than wait, about and counted no further than a limit. */
    int load(int limit) {
        return state == IDLE ? 0 : 1 + queue.count(limit);
    }

    /** How many messages wait, about. */
    int count() {
        Deque<Object> before = first;
        return queue.count() + (before == null ? 0 : before.size());
    }

    private void process() {
        boolean timed = owner.timesRun();
        long begin = timed ? owner.nanoTime() : 0;
        int processed = processWithinBudget();
        if (timed) {
            owner.ran(processed, owner.nanoTime() - begin);
        }
    }

    /** Returns how many entries were processed. By then another thread may run the mailbox. */
    private int processWithinBudget() {
        Budget budget = owner.dispatcher().budget();
        TimeSlice slice = null;
        int processed = 0;
        setState((state & ~RUN_STATE) | RUNNING);
        owner.runBy(Thread.currentThread());
        while (true) {
            handleSystemMessages();
            Object entry = takeUserEntry();
            if (entry != null) {
                // An actor with a single message pays for no clock.
                if (processed == 1) {
                    slice = new TimeSlice(budget.timeSlice().toNanos(), owner.nanoTime());
                }
                owner.process(entry);
                processed++;
                boolean used = processed >= budget.messages() || isOver(slice);
                if (used && !queue.isEmpty()) {
                    yieldThread();
                    return processed;
                }
            } else if (!stay()) {
                return processed;
            } else if (processed > budget.messages() / 2) {
                yieldThread();
                return processed;
            }
        }
    }

    private boolean isOver(@Nullable TimeSlice slice) {
        return slice != null && slice.wantsLook() && slice.isOverAt(owner.nanoTime());
    }

    private @Nullable Object takeUserEntry() {
        int now = state;
        if (now < CLOSED) {
            return take();
        }
        if ((now & CLOSED) != 0) {
            discard();
        }
        return null;
    }

    private @Nullable Object take() {
        Deque<Object> before = first;
        if (before == null) {
            return queue.take();
        }
        Object entry = before.poll();
        if (before.isEmpty()) {
            first = null;
        }
        return entry;
    }

    private void handleSystemMessages() {
        for (SystemEntry entry = system; entry != null && entry != SYSTEM_CLOSED; entry = system) {
            handleAll((SystemEntry) SYSTEM.getAndSet(this, null));
        }
    }

    private void handleAll(@Nullable SystemEntry newest) {
        for (SystemEntry entry = oldestFirst(newest); entry != null; entry = entry.next) {
            owner.handle(entry.message);
        }
    }

    private static @Nullable SystemEntry oldestFirst(@Nullable SystemEntry newest) {
        SystemEntry reversed = null;
        for (SystemEntry entry = newest; entry != null; entry = entry.next) {
            reversed = new SystemEntry(entry.message, reversed);
        }
        return reversed;
    }

    private void discard() {
        for (Object entry = take(); entry != null; entry = take()) {
            owner.undelivered(entry, Reason.STOPPED);
        }
    }

    private void yieldThread() {
        owner.runBy(null);
        setState((state & ~RUN_STATE) | SCHEDULED);
        submit();
    }

    /** Goes idle; returns true when something came in meanwhile and this thread has it. */
    private boolean stay() {
        owner.runBy(null);
        int idle = state & ~RUN_STATE;
        state = idle;
        if (!hasWork(idle) || !STATE.compareAndSet(this, idle, idle | RUNNING)) {
            return false;
        }
        owner.runBy(Thread.currentThread());
        return true;
    }

    private boolean hasWork(int now) {
        SystemEntry entry = system;
        return (entry != null && entry != SYSTEM_CLOSED)
                || (takesUserEntries(now) && !queue.isEmpty());
    }

    private static boolean takesUserEntries(int now) {
        return now < SUSPENDED_ONCE || (now & CLOSED) != 0;
    }

    private void schedule(boolean forSystem) {
        for (int now = state;
                (now & RUN_STATE) == IDLE && (forSystem || takesUserEntries(now));
                now = state) {
            if (STATE.compareAndSet(this, now, now | SCHEDULED)) {
                submit();
                return;
            }
        }
    }

    private void submit() {
        try {
            owner.dispatcher().execute(this);
        } catch (RejectedExecutionException _) {
            submitToFallback();
        }
    }

    private void submitToFallback() {
        try {
            owner.fallback().execute(this);
        } catch (RejectedExecutionException _) {
            abandon();
        }
    }

    /** Without any thread to run on the mailbox is dead, and its messages are dead letters. */
    private void abandon() {
        do {
            system = SYSTEM_CLOSED;
            close();
        } while (stay());
    }

    /** A change by the thread that holds the right to run: no other changes the word meanwhile. */
    private void setState(int next) {
        STATE.setRelease(this, next);
    }

    private static final class SystemEntry {
        private final SystemMessage message;
        private final @Nullable SystemEntry next;

        SystemEntry(SystemMessage message, @Nullable SystemEntry next) {
            this.message = message;
            this.next = next;
        }
    }
}
