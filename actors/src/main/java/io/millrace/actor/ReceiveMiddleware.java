// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Stands around an actor's {@link Actor#receive}: for traces, measures, checks. Runs on the actor's thread. The first one
 * that {@link Props} was given is outermost.
 */
@FunctionalInterface
public interface ReceiveMiddleware {

    /**
     * Does something with a message before and after it is processed, or instead.
     *
     * @param next processes the message, or another; not to call it is to swallow the message
     * @throws Exception which is a failure of the actor
     */
    void receive(Envelope envelope, ActorContext<?> context, Next next) throws Exception;

    /** The middleware behind, and after the last the actor. */
    @FunctionalInterface
    interface Next {
        void receive(Envelope envelope) throws Exception;
    }
}
