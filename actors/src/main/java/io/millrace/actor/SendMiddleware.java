// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Runs around the messages that an actor sends through its context, or that the system sends for callers outside: to
 * add headers, to measure, to hold back. A message sent by {@link ActorRef#tell} does not pass it. Runs on the
 * sender's thread. The first middleware that was given is outermost.
 */
@FunctionalInterface
public interface SendMiddleware {

    /**
     * Sends the message, or another one, or none.
     *
     * @param next sends the given message
     */
    void send(ActorRef<?> to, Envelope envelope, Next next);

    /** The next middleware; after the last one, the recipient's mailbox. */
    @FunctionalInterface
    interface Next {
        void send(ActorRef<?> to, Envelope envelope);
    }
}
