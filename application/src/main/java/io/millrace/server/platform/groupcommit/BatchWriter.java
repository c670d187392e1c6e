// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;

/** Writes a batch to the database. A committer calls it on its one thread. */
@FunctionalInterface
public interface BatchWriter<T> {

    /**
     * Writes the items in one transaction, which the caller commits. Must be idempotent: it may be called again with
     * the same items even if the earlier transaction was committed. {@linkplain Batch#refuse Refuses} each item that
     * can never be stored.
     *
     * @return an action to run after the commit and before the items' stages complete
     * @throws SQLException if the database refuses an item; the caller then splits the batch to isolate that item
     */
    Runnable write(Connection connection, Batch<T> batch) throws SQLException, InterruptedException;
}
