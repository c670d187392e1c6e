// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

/** Hears of letters that are gone. Called by several threads; must be quick and must not throw. */
@FunctionalInterface
public interface DeadLetterListener {

    /** Why a letter is gone. */
    enum Reason {
        /** Its message is with the queue again, and safe. */
        RESENT,
        /** A person deleted it. */
        DELETED,
        /** It was kept as long as letters are. */
        EXPIRED,
        /** Its tenant had more letters than it may, and it was among the oldest. */
        CROWDED_OUT
    }

    /** Letters have been deleted from the table. */
    void gone(Reason reason, long letters);
}
