// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A lock that at most one instance of a cluster holds at a time: a PostgreSQL advisory lock. The holder occupies a
 * database connection; PostgreSQL releases the lock when that connection is lost.
 */
public final class ClusterLock {

    private final DataSource dataSource;
    private final long number;

    /** @param number key of the advisory lock, unique in this database */
    public ClusterLock(DataSource dataSource, long number) {
        this.dataSource = dataSource;
        this.number = number;
    }

    /**
     * Work that runs while the lock is held.
     *
     * @param <E> further exception that the work may throw
     */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run() throws SQLException, InterruptedException, E;
    }

    /** Runs the work if the lock is free; does nothing if another instance holds it. */
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
