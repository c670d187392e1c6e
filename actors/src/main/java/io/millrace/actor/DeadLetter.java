// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * A message that no actor will process.
 *
 * @param recipient whom it was for
 * @param message what was told; with {@link Reason#ABANDONED} the continuation
 */
public record DeadLetter(ActorRef<?> recipient, Object message, Reason reason) {

    /** Why nobody will. */
    public enum Reason {
        /** The actor had ended, or ended before it came to the message. */
        STOPPED,
        /** The mailbox was full and rejects. */
        MAILBOX_FULL,
        /** The mailbox was full and drops, the newest or the oldest. */
        DROPPED,
        /** The system is stopping and takes nothing from outside. */
        SYSTEM_STOPPING,
        /** The life that waited for a result, or the question that waited for an answer, was over when it came. */
        ABANDONED,
        /** An answer to a message that nobody waits for an answer to. The recipient is who gave it. */
        NO_SENDER
    }
}
