// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.MailboxListener;
import io.millrace.actor.mailbox.Overflow;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The waiting messages of a mailbox, and the {@linkplain ControlEntry control entries} among them. Any thread puts;
 * one thread at a time takes.
 */
public sealed interface UserQueue
        permits LinkedQueue,
                BoundedQueue,
                DropOldestQueue,
                WaitingQueue,
                PriorityQueue,
                ListenedQueue {

    /** Returned by {@link #put} if the message was refused and stays with its sender. */
    Object REFUSED = new Object();

    /** Appends a message. Returns null, {@link #REFUSED}, or the dropped message: this one or an older one. */
    @Nullable Object put(Object message);

    /** Appends a control entry, which no bound counts. */
    void putControl(ControlEntry entry);

    /** The next entry, or null. */
    @Nullable Object take();

    /** True if no put has begun to append an entry that is not taken yet. */
    boolean isEmpty();

    /** The number of waiting messages; exact only while no thread puts or takes. */
    int count();

    /** The number of waiting messages, counted up to a limit. */
    default int count(int limit) {
        return Math.min(limit, count());
    }

    /** Makes the queue of a mailbox. */
    static UserQueue of(MailboxKind mailbox, @Nullable MailboxListener listener) {
        UserQueue queue = of(mailbox);
        return listener == null ? queue : new ListenedQueue(queue, listener);
    }

    /** Makes the queue of a mailbox without a listener. */
    static UserQueue of(MailboxKind mailbox) {
        return switch (mailbox) {
            case MailboxKind.Unbounded() -> new LinkedQueue();
            case MailboxKind.Bounded(int capacity, Overflow overflow) ->
                    overflow == Overflow.DROP_OLDEST
                            ? new DropOldestQueue(capacity)
                            : new BoundedQueue(new LinkedQueue(), capacity, overflow);
            case MailboxKind.Waiting(int capacity, Duration atMost) ->
                    new WaitingQueue(capacity, atMost);
            case MailboxKind.Priority(int levels, var level) -> new PriorityQueue(levels, level);
            case MailboxKind.BoundedPriority(var priority, int capacity, Overflow overflow) ->
                    new BoundedQueue(
                            new PriorityQueue(priority.levels(), priority.level()),
                            capacity,
                            overflow);
        };
    }
}
