// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs what must not happen before a transaction is committed, such as the notification of a change. */
public final class AfterCommit {

    private AfterCommit() {}

    /**
     * Runs an action on the current thread after its transaction is committed; never if the transaction is rolled back.
     * An exception of the action is thrown to the caller that began the transaction, which stays committed.
     *
     * @throws IllegalStateException if the current thread has no transaction
     */
    public static void run(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        action.run();
                    }
                });
    }
}
