// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Writes a batch to the database. A committer calls each of its writers on one thread. */
@FunctionalInterface
public interface BatchWriter<T> {

    /**
     * Does what must be committed before the items can be written, such as adding their keys to a dictionary, and waits
     * for what they need. Called before the transaction of the items takes its connection and its locks; may be called
     * several times with the same items, and with items that are not written afterwards.
     */
    default void prepare(Transactions transactions, List<T> items)
            throws SQLException, InterruptedException {}

    /**
     * Writes the items in one transaction, which the caller commits. Must be idempotent: it may be called again with
     * the same items even if the earlier transaction was committed. {@linkplain Batch#refuse Refuses} each item that
     * can never be stored.
     *
     * @return an action to run after the commit and before the items' stages complete
     * @throws StaleCacheException if a cache of the writer proved to be stale; the caller calls this method again, in
     *     another transaction
     * @throws SQLException if the database refuses an item; the caller then splits the batch to isolate that item
     */
    Runnable write(Connection connection, Batch<T> batch) throws SQLException, InterruptedException;
}
