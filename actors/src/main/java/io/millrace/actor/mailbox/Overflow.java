// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.mailbox;

/** What a bounded mailbox does with one message too many. */
public enum Overflow {
    /** The sender keeps the new message: {@code offer} returns false, {@code tell} makes it a dead letter. */
    REJECT,
    /** The new message becomes a dead letter; {@code offer} returns true. */
    DROP_NEWEST,
    /** The message that has waited longest becomes a dead letter, and the new one takes its place. */
    DROP_OLDEST
}
