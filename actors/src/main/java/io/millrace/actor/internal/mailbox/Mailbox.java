// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.dispatcher.Budget;
import io.millrace.actor.internal.thread.ActorThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The queues of system messages and of user entries of one actor, and the state that decides which thread may run it.
 * The mailbox is itself the task that a dispatcher runs, so scheduling allocates nothing.
 *
 * <p>The state word holds the run state (idle, scheduled, running), the bit "closed", and the number of suspensions.
 * Senders only change it from idle to scheduled, and only after they have appended; the thread that runs the mailbox
 * makes every other change. Before that thread leaves, it stores "idle" and then looks at the queues again. Both
 * steps are sequentially consistent, so for each entry either the sender sees "idle" and schedules, or the thread
 * sees the entry and stays.
 *
 * <p>A closed mailbox can still be scheduled: that run takes out the entries that senders appended while the mailbox
 * was being closed. So every entry leaves the queue once, through the one thread that may take.
 *
 * @param <S> the system messages
 */
public final class Mailbox<S> implements Runnable {

    private static final int IDLE = 0;
    private static final int SCHEDULED = 1;
    private static final int RUNNING = 2;
    private static final int RUN_STATE = 3;
    private static final int CLOSED = 4;
    private static final int SUSPENDED_ONCE = 8;

    /** Takes the place of the system messages when no more of them are taken. */
    private static final SystemEntry<Object> SYSTEM_CLOSED = new SystemEntry<>("closed", null);

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

    private final MailboxOwner<S> owner;
    private final UserQueue queue;
    private volatile int state;
    private volatile @Nullable SystemEntry<S> system;

    /** Entries to process before those of the queue, or null; only for the running thread. */
    private @Nullable Deque<Object> first;

    /**
     * @param start the first system message
     */
    public Mailbox(MailboxOwner<S> owner, UserQueue queue, S start) {
        this.owner = owner;
        this.queue = queue;
        this.system = new SystemEntry<>(start, null);
    }

    /** Lets the first system message be handled. */
    public void start() {
        schedule(true);
    }

    /**
     * Keeps the mailbox from running before {@link #release}. To be called once, before other threads see the
     * mailbox.
     */
    public void hold() {
        setState(SCHEDULED);
    }

    /** Ends {@link #hold} and runs the mailbox. */
    public void release() {
        submit();
    }

    /** Appends a message; returns the reason if it was refused, else null. */
    public @Nullable Reason offer(Object message) {
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

    /** Appends a control entry. */
    public void offerControl(ControlEntry entry) {
        if ((state & CLOSED) != 0) {
            owner.undelivered(entry, Reason.STOPPED);
            return;
        }
        queue.putControl(entry);
        schedule(false);
    }

    /** Appends a system message; returns false if the actor has ended. */
    public boolean send(S message) {
        SystemEntry<S> before;
        do {
            before = system;
            if (before == SYSTEM_CLOSED) {
                return false;
            }
        } while (!SYSTEM.compareAndSet(this, before, new SystemEntry<>(message, before)));
        schedule(true);
        return true;
    }

    @Override
    public void run() {
        if (Thread.currentThread() instanceof ActorThread) {
            process();
        } else {
            ActorThread.runMarked(this::process);
        }
    }

    // Only for the running thread, up to closeSystem.

    /** Holds user entries back; calls nest. */
    public void suspend() {
        setState(state + SUSPENDED_ONCE);
    }

    /** Takes back one {@link #suspend}. */
    public void resume() {
        if (state >= SUSPENDED_ONCE) {
            setState(state - SUSPENDED_ONCE);
        }
    }

    /** Lets an entry be processed before all waiting entries. */
    public void putFirst(Object entry) {
        if (first == null) {
            first = new ArrayDeque<>();
        }
        first.addFirst(entry);
    }

    /** Lets entries be processed, in their order, before all waiting entries. */
    public void putFirst(@Nullable Deque<Object> entries) {
        if (entries == null) {
            return;
        }
        for (Object entry = entries.pollLast(); entry != null; entry = entries.pollLast()) {
            putFirst(entry);
        }
    }

    /** Refuses further user entries, and gives the waiting ones back to the owner. */
    public void close() {
        setState(state | CLOSED);
        discard();
    }

    /** Refuses further system messages, and handles those that have arrived since the last look. */
    public void closeSystem() {
        handleAll(takeSystemEntries(SYSTEM_CLOSED));
    }

    // For any thread.

    /** True if nothing waits and nothing runs, at some moment during the call. */
    public boolean isQuiet() {
        SystemEntry<S> entry = system;
        return (state & RUN_STATE) == IDLE
                && (entry == null || entry == SYSTEM_CLOSED)
                && first == null
                && queue.isEmpty();
    }

    /** True if the actor has ended and takes neither messages nor system messages. */
    public boolean hasEnded() {
        return system == SYSTEM_CLOSED;
    }

    /** True if a thread runs the mailbox now. */
    public boolean isRunning() {
        return (state & RUN_STATE) == RUNNING;
    }

    /**
     * The approximate amount of work: 0 for an idle mailbox, otherwise one more than the number of waiting messages.
     *
     * @param limit the most messages to count
     */
    public int load(int limit) {
        return state == IDLE ? 0 : 1 + queue.count(limit);
    }

    /** The approximate number of waiting messages. */
    public int count() {
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

    /** Returns the number of processed entries. When it returns, another thread may already run the mailbox. */
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
                // The clock is read from the second message on: an actor with a single message does
                // not pay for it.
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
        for (SystemEntry<S> entry = system;
                entry != null && entry != SYSTEM_CLOSED;
                entry = system) {
            handleAll(takeSystemEntries(null));
        }
    }

    /** Takes all system messages, the newest first, and leaves another entry in their place. */
    @SuppressWarnings("unchecked") // the field's own type, which a VarHandle does not know
    private @Nullable SystemEntry<S> takeSystemEntries(@Nullable SystemEntry<Object> replacement) {
        return (SystemEntry<S>) SYSTEM.getAndSet(this, replacement);
    }

    private void handleAll(@Nullable SystemEntry<S> newest) {
        for (SystemEntry<S> entry = oldestFirst(newest); entry != null; entry = entry.next) {
            owner.handle(entry.message);
        }
    }

    private static <S> @Nullable SystemEntry<S> oldestFirst(@Nullable SystemEntry<S> newest) {
        SystemEntry<S> reversed = null;
        for (SystemEntry<S> entry = newest; entry != null; entry = entry.next) {
            reversed = new SystemEntry<>(entry.message, reversed);
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

    /** Goes idle; returns true if an entry has arrived meanwhile and this thread continues with it. */
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
        SystemEntry<S> entry = system;
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

    /** Ends a mailbox that no dispatcher runs any more: its messages become dead letters. */
    private void abandon() {
        do {
            var _ = takeSystemEntries(SYSTEM_CLOSED);
            close();
        } while (stay());
    }

    /** Stores a state. Only for the thread that may run the mailbox: no other thread changes the word meanwhile. */
    private void setState(int next) {
        STATE.setRelease(this, next);
    }

    private static final class SystemEntry<S> {
        private final S message;
        private final @Nullable SystemEntry<S> next;

        SystemEntry(S message, @Nullable SystemEntry<S> next) {
            this.message = message;
            this.next = next;
        }
    }
}
