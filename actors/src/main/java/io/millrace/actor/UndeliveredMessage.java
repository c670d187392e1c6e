// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * A message that no actor will process.
 *
 * @param recipient the actor that the message was for
 * @param message the message; with {@link Reason#ABANDONED} the continuation
 * @param reason why it was not processed
 */
public record UndeliveredMessage(ActorRef<?> recipient, Object message, Reason reason) {

    /** The reasons for a dead letter. */
    public enum Reason {
        /** The actor had ended, or ended before it processed the message. */
        STOPPED,
        /** The mailbox was full, and it rejects messages then. */
        MAILBOX_FULL,
        /** The mailbox was full, and it drops the newest or the oldest message then. */
        DROPPED,
        /** The system is stopping and refuses messages from outside. */
        SYSTEM_STOPPING,
        /** The life that waited for a result, or the question that waited for an answer, was over by then. */
        ABANDONED,
        /** An answer to a message without a sender. The recipient is the actor that responded. */
        NO_SENDER
    }
}
