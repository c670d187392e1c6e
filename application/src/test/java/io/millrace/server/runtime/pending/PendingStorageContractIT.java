// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessagesContract;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
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
