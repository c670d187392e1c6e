// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

/** Receives reports of deleted dead letters. Called by several threads; must return quickly and must not throw. */
@FunctionalInterface
public interface DeadLetterListener {

    /** The reason why a letter was deleted. */
    enum Reason {
        /** Its message was resent, and the queue has accepted it durably. */
        RESENT,
        /** A user deleted it. */
        DELETED,
        /** Its retention time has ended. */
        EXPIRED,
        /** Its tenant exceeded the maximum number of letters, and it was among the oldest. */
        CROWDED_OUT
    }

    /** Called after letters were deleted from the table. */
    void gone(Reason reason, long letters);
}
