// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * What one instance of a cluster does at a time. It takes a connection while somebody has it, and is free again when that
 * connection is lost.
 */
public final class ClusterLock {

    private final DataSource dataSource;
    private final long number;

    /**
     * @param number any that nobody else locks in this database
     */
    public ClusterLock(DataSource dataSource, long number) {
        this.dataSource = dataSource;
        this.number = number;
    }

    /**
     * What is to be done under the lock.
     *
     * @param <E> what it may throw beside what the database does
     */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run() throws SQLException, InterruptedException, E;
    }

    /** Does the work, unless another instance has the lock; then nothing. */
    public <E extends Exception> void runIfFree(Work<E> work)
            throws SQLException, InterruptedException, E {
        try (Connection connection = dataSource.getConnection()) {
            if (call(connection, "select pg_try_advisory_lock(?)")) {
                try {
                    work.run();
                } finally {
                    call(connection, "select pg_advisory_unlock(?)");
                }
            }
        }
    }

    private boolean call(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, number);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
