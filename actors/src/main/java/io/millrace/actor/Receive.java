// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * What is done with a message: the whole of a simple actor, or one of the behaviours of another.
 *
 * @param <M> the messages that it understands
 */
@FunctionalInterface
public interface Receive<M> {

    /**
     * Processes one message. It must not block, unless the actor's dispatcher is made for that: the thread belongs to all
     * actors of its dispatcher.
     *
     * @throws Exception which is a failure of the actor, see {@link Actor}
     */
    void receive(M message, ActorContext<M> context) throws Exception;
}
