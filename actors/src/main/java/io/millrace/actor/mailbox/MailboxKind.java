// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.mailbox;

import java.time.Duration;
import java.util.function.ToIntFunction;

/** The kind of mailbox that an actor has, set by {@code Props.withMailbox}. */
public sealed interface MailboxKind {

    /** Takes every message; for actors whose senders are limited in another way. */
    static MailboxKind unbounded() {
        return new Unbounded();
    }

    /**
     * Holds a limited number of waiting messages.
     *
     * @param capacity 1 or more; the message in process does not count
     * @param overflow what happens to a message when the mailbox is full
     */
    static MailboxKind bounded(int capacity, Overflow overflow) {
        return new Bounded(capacity, overflow);
    }

    /**
     * Holds a limited number of waiting messages. A sender outside the actors waits for a place; the message of an
     * actor is refused as by {@link Overflow#REJECT}. So is the message of a sender that has waited too long or was
     * interrupted (its thread stays interrupted).
     *
     * @param capacity 1 or more; the message in process does not count
     * @param atMost the longest time that a sender waits
     */
    static MailboxKind waiting(int capacity, Duration atMost) {
        return new Waiting(capacity, atMost);
    }

    /**
     * Takes every message. More important messages are processed first, however long the others wait; messages of one
     * level in the order of their arrival.
     *
     * @param levels the number of levels, 2 to 16
     * @param level the level of a message; 0 is processed first, and a number out of range counts as the nearest
     *     level. Runs on the sender's thread and must not throw
     */
    static Priority priority(int levels, ToIntFunction<Object> level) {
        return new Priority(levels, level);
    }

    /** See {@link #unbounded}. */
    record Unbounded() implements MailboxKind {}

    /** See {@link #bounded}. */
    record Bounded(int capacity, Overflow overflow) implements MailboxKind {
        public Bounded {
            checkCapacity(capacity);
        }
    }

    /** See {@link #waiting}. */
    record Waiting(int capacity, Duration atMost) implements MailboxKind {
        public Waiting {
            checkCapacity(capacity);
            if (atMost.isNegative()) {
                throw new IllegalArgumentException("atMost must not be negative, not " + atMost);
            }
        }
    }

    /** See {@link #priority}. */
    record Priority(int levels, ToIntFunction<Object> level) implements MailboxKind {
        public Priority {
            if (levels < 2 || levels > 16) {
                throw new IllegalArgumentException("levels must be from 2 to 16, not " + levels);
            }
        }

        /**
         * These priorities with one bound for all levels together.
         *
         * @param capacity 1 or more; the message in process does not count
         * @param overflow not {@link Overflow#DROP_OLDEST}, since the oldest message may be the most important one
         */
        public MailboxKind bounded(int capacity, Overflow overflow) {
            return new BoundedPriority(this, capacity, overflow);
        }
    }

    /** See {@link Priority#bounded}. */
    record BoundedPriority(Priority priority, int capacity, Overflow overflow)
            implements MailboxKind {
        public BoundedPriority {
            checkCapacity(capacity);
            if (overflow == Overflow.DROP_OLDEST) {
                throw new IllegalArgumentException(
                        "overflow must be REJECT or DROP_NEWEST where messages have priorities");
            }
        }
    }

    private static void checkCapacity(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
        }
    }
}
