// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * The address of one actor: free to copy, usable from every thread, valid over restarts. Two references are equal when
 * they name the same actor; one that was stopped and another of the same path are two. Messages from one thread to
 * one actor are processed in the order in which they were told.
 *
 * @param <M> the messages that the actor understands
 */
public sealed interface ActorRef<M> permits Ref {

    /**
     * Sends a message and never waits. Where the actor cannot take it (it has ended, its mailbox is full, its system
     * is stopping and the caller is no actor), the message becomes a {@link DeadLetter}.
     */
    void tell(M message);

    /**
     * Sends a message as {@link #tell} does, but leaves it with the caller when the actor cannot take it.
     *
     * @return false when the message was refused; nothing else happens to it then
     */
    boolean offer(M message);

    /** The names from the root down to the actor, as in {@code /app/tenant-1/chain-2}. */
    String path();
}
