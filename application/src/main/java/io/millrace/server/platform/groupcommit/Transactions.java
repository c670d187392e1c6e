// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Runs work in transactions, and waits for a database that is away. Safe for use by many threads. */
public final class Transactions {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    private static final Duration FAREWELL_IN_OUTAGE = Duration.ofSeconds(1);
    private static final int NETWORK_TIMEOUT_MILLIS = 30_000;

    private final DataSource dataSource;
    private final StorageHealth health;
    private final CommitListener listener;

    /** Transactions that nobody watches. */
    public Transactions(DataSource dataSource, StorageHealth health) {
        this(dataSource, health, CommitListener.NONE);
    }

    /** Transactions of whose group commits the listener hears. */
    public Transactions(DataSource dataSource, StorageHealth health, CommitListener listener) {
        this.dataSource = dataSource;
        this.health = health;
        this.listener = listener;
    }

    CommitListener listener() {
        return listener;
    }

    /** Does the work in a transaction, once. */
    public <R> R once(SqlWork<R> work) throws SQLException, InterruptedException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            // A server that no longer answers must not hold the thread for ever.
            connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
            try {
                R result = work.in(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException | InterruptedException e) {
                rollBack(connection, e);
                throw e;
            }
        }
    }

    /**
     * Does the work in a transaction; while the database is away, or another transaction in the way, does it again. Work
     * whose commit got no answer may have been done and is done again.
     *
     * @throws SQLException for any other error
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public <R> R patiently(SqlWork<R> work) throws SQLException, InterruptedException {
        try (StorageHealth.Watch watch = health.watch()) {
            return untilDone(work, watch);
        }
    }

    private <R> R untilDone(SqlWork<R> work, StorageHealth.Watch watch)
            throws SQLException, InterruptedException {
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                return once(work);
            } catch (SQLException e) {
                if (e.getCause() instanceof InterruptedException interrupted) {
                    // While it waited for a connection of the pool.
                    throw interrupted;
                }
                SqlFault fault = SqlFault.of(e);
                if (fault != SqlFault.OUTAGE && fault != SqlFault.CONFLICT) {
                    throw e;
                }
                if (fault == SqlFault.OUTAGE) {
                    watch.away(e.toString());
                }
            }
            Thread.sleep(pause);
            pause = longer(pause);
        }
    }

    /** How long to wait for work to end: not long if the database is away. */
    public Duration farewell() {
        return health.isAvailable() ? FAREWELL : FAREWELL_IN_OUTAGE;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private static void rollBack(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
