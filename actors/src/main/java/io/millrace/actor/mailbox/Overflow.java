// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.mailbox;

/** The ways in which a full mailbox handles another message. */
public enum Overflow {
    /** The sender keeps the new message: {@code offer} returns false, {@code tell} makes it a dead letter. */
    REJECT,
    /** The new message becomes a dead letter; {@code offer} returns true. */
    DROP_NEWEST,
    /** The oldest waiting message becomes a dead letter, and the new one is accepted. */
    DROP_OLDEST
}
