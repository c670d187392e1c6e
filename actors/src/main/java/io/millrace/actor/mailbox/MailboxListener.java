// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.mailbox;

/**
 * Hears what happens to the mailbox of one actor, for statistics. {@link #posted} is called on the threads of the senders,
 * the others on that of the actor: all must be quick, safe for that, and must not throw.
 */
public interface MailboxListener {

    /** The actor begins its first life. */
    default void started() {}

    /** A message was taken in. It may be processed before this is called. */
    default void posted(Object message) {}

    /** A message is about to be processed. */
    default void received(Object message) {}

    /** The mailbox has run empty. */
    default void empty() {}
}
