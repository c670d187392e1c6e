// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.pending;

import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessagesContract;
import io.millrace.server.groupcommit.CommitLimits;
import io.millrace.server.groupcommit.StorageHealth;
import io.millrace.server.groupcommit.Transactions;
import io.millrace.server.postgres.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PendingStorageContractIT extends PendingMessagesContract {

    private static PendingStorage storage;

    @BeforeAll
    static void open() {
        storage =
                new PendingStorage(
                        new Transactions(TestDatabase.freshDatabase(), new StorageHealth()),
                        CommitLimits.DEFAULT);
    }

    @AfterAll
    static void close() {
        storage.close();
    }

    @Override
    protected PendingMessages pending() {
        return storage;
    }
}
