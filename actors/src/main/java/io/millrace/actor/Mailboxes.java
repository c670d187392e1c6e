// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** The kinds of mailbox that {@link Props} may ask for. */
public sealed interface Mailboxes {

    /** Takes every message; for actors whose senders are bounded otherwise. */
    static Mailboxes unbounded() {
        return new Unbounded();
    }

    /**
     * Holds so many waiting messages and never more.
     *
     * @param capacity 1 or more; the message in process does not count
     */
    static Mailboxes bounded(int capacity, Overflow overflow) {
        return new Bounded(capacity, overflow);
    }

    /** See {@link #unbounded}. */
    record Unbounded() implements Mailboxes {}

    /** See {@link #bounded}. */
    record Bounded(int capacity, Overflow overflow) implements Mailboxes {
        public Bounded {
            if (capacity < 1) {
                throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
            }
        }
    }
}
