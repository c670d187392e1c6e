// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Runs around an actor's {@link Actor#receive}: for traces, measurements, checks. Runs on the actor's thread. The
 * first middleware that {@link Props} was given is outermost.
 */
@FunctionalInterface
public interface ReceiveMiddleware {

    /**
     * Does something before and after a message is processed, or instead.
     *
     * @param next processes the given message; if it is not called, the message is dropped
     * @throws Exception a failure of the actor
     */
    void receive(Envelope envelope, ActorContext<?> context, Next next) throws Exception;

    /** The next middleware; after the last one, the actor. */
    @FunctionalInterface
    interface Next {
        void receive(Envelope envelope) throws Exception;
    }
}
