// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;

/** Writes a batch. A committer calls it on one thread. */
@FunctionalInterface
public interface BatchWriter<T> {

    /**
     * Writes the items in one transaction, which the caller commits; may be called again with the same items, whether
     * or not the former transaction was committed. Items that can never be stored are {@linkplain Batch#refuse refused}
     * one by one.
     *
     * @return what to do when the transaction has been committed and before anybody is told
     * @throws SQLException if the database refuses something; the batch is then split to find out what
     */
    Runnable write(Connection connection, Batch<T> batch) throws SQLException, InterruptedException;
}
