// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * The address of one actor. It may be copied freely, used by every thread, and stays valid when the actor restarts.
 * Two references are equal if they are for the same actor; an actor that was stopped and a later one of the same path
 * have different references. Messages from one thread to one actor are processed in the order in which they were
 * sent.
 *
 * <p>Only the library implements it.
 *
 * @param <M> the messages that the actor understands
 */
public interface ActorRef<M> {

    /**
     * Sends a message and never waits. A message that the actor cannot take becomes a {@link UndeliveredMessage}:
     * because it has ended, because its mailbox is full, or because its system is stopping and the caller is no actor.
     */
    void tell(M message);

    /**
     * Sends a message as {@link #tell} does, but leaves it with the caller if the actor cannot take it.
     *
     * @return false if the message was refused; it does not become a dead letter then
     */
    boolean offer(M message);

    /** The names from the root down to the actor, as in {@code /app/tenant-1/chain-2}. */
    String path();
}
