// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.mailbox;

/**
 * Receives the events of one actor's mailbox, for statistics. {@link #posted} is called on the senders' threads, the
 * other methods on the actor's thread: all must be quick and thread-safe, and must not throw.
 */
public interface MailboxListener {

    /** The actor begins its first life. */
    default void started() {}

    /** A message was accepted. It may be processed before this call. */
    default void posted(Object message) {}

    /** A message is about to be processed. */
    default void received(Object message) {}

    /** The mailbox has become empty. */
    default void empty() {}
}
