// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * A function that processes messages: a simple actor, or one behaviour of an actor.
 *
 * @param <M> the messages that it understands
 */
@FunctionalInterface
public interface Receive<M> {

    /**
     * Processes one message. It must not block unless the actor's dispatcher is made for blocking actors: all actors
     * of a dispatcher share its threads.
     *
     * @throws Exception a failure of the actor, see {@link Actor}
     */
    void receive(M message, ActorContext<M> context) throws Exception;
}
