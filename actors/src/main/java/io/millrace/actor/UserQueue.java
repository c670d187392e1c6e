// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The messages that wait in a mailbox, and the {@link Control} entries among them. Many put, one at a time takes. */
sealed interface UserQueue
        permits LinkedQueue,
                BoundedQueue,
                DropOldestQueue,
                WaitingQueue,
                PriorityQueue,
                ListenedQueue {

    /** What {@link #put} returns when the sender is to keep its message. */
    Object REFUSED = new Object();

    /** Appends a message. Returns null, or {@link #REFUSED}, or the message that is lost: this one or an older one. */
    @Nullable Object put(Object message);

    /** Appends an entry that no bound counts. */
    void putControl(Control entry);

    /** The next entry, or null. */
    @Nullable Object take();

    /** Whether a put had begun to append an entry that is not yet taken. */
    boolean isEmpty();

    /** How many messages wait; only for reports, and exact only while nobody puts or takes. */
    int count();

    /** As {@link #count}, counted no further than a limit. */
    default int count(int limit) {
        return Math.min(limit, count());
    }

    /** The queue that a recipe asks for. */
    static UserQueue of(Props<?> props) {
        UserQueue queue = of(props.mailbox());
        MailboxListener listener = props.mailboxListener();
        return listener == null ? queue : new ListenedQueue(queue, listener);
    }

    static UserQueue of(Mailboxes mailbox) {
        return switch (mailbox) {
            case Mailboxes.Unbounded() -> new LinkedQueue();
            case Mailboxes.Bounded(int capacity, Overflow overflow) ->
                    overflow == Overflow.DROP_OLDEST
                            ? new DropOldestQueue(capacity)
                            : new BoundedQueue(new LinkedQueue(), capacity, overflow);
            case Mailboxes.Waiting(int capacity, Duration atMost) ->
                    new WaitingQueue(capacity, atMost);
            case Mailboxes.Priority(int levels, var level) -> new PriorityQueue(levels, level);
            case Mailboxes.BoundedPriority(var priority, int capacity, Overflow overflow) ->
                    new BoundedQueue(
                            new PriorityQueue(priority.levels(), priority.level()),
                            capacity,
                            overflow);
        };
    }
}
