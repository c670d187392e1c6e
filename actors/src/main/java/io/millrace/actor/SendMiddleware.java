// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Stands around what an actor sends through its context, or the system sends for callers outside: to add headers, to
 * measure, to hold back. What is told to a reference directly does not pass it. Runs on the sender's thread. The first
 * one that was given is outermost.
 */
@FunctionalInterface
public interface SendMiddleware {

    /**
     * Sends a message, or another, or does not.
     *
     * @param next sends it
     */
    void send(ActorRef<?> to, Envelope envelope, Next next);

    /** The middleware behind, and after the last the recipient's mailbox. */
    @FunctionalInterface
    interface Next {
        void send(ActorRef<?> to, Envelope envelope);
    }
}
