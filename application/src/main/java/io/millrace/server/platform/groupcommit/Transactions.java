// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Runs work in transactions, and retries while the database is unavailable. Thread-safe. */
public final class Transactions {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    private static final Duration FAREWELL_IN_OUTAGE = Duration.ofSeconds(1);
    private static final int NETWORK_TIMEOUT_MILLIS = 30_000;

    private final DataSource dataSource;
    private final StorageHealth health;
    private final CommitListener listener;
    private final Duration spacing;

    /** Creates transactions without a commit listener, whose group committers do not wait. */
    public Transactions(DataSource dataSource, StorageHealth health) {
        this(dataSource, health, CommitListener.NONE);
    }

    /** Creates transactions whose group committers report to the listener and do not wait. */
    public Transactions(DataSource dataSource, StorageHealth health, CommitListener listener) {
        this(dataSource, health, listener, Duration.ZERO);
    }

    /**
     * Creates transactions.
     *
     * @param listener receives the reports of the group committers
     * @param spacing for how long a group committer lets items gather after a transaction
     */
    public Transactions(
            DataSource dataSource,
            StorageHealth health,
            CommitListener listener,
            Duration spacing) {
        this.dataSource = dataSource;
        this.health = health;
        this.listener = listener;
        this.spacing = spacing;
    }

    Duration spacing() {
        return spacing;
    }

    CommitListener listener() {
        return listener;
    }

    /** Runs the work in a transaction, without a retry. */
    public <R> R once(SqlWork<R> work) throws SQLException, InterruptedException {
        try (Connection connection = dataSource.getConnection()) {
            // A server that no longer answers must not block the thread without limit.
            connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
            OpenTransaction transaction = OpenTransaction.begin(connection);
            try {
                R result = work.in(transaction.connection());
                transaction.commit();
                return result;
            } catch (SQLException | RuntimeException | InterruptedException e) {
                transaction.rollBack(e);
                throw e;
            }
        }
    }

    /**
     * Runs the work in a transaction and retries it, with a back-off, while the database is unavailable or another
     * transaction conflicts. Work whose commit was not answered is retried too, although it may have been committed.
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
                    // Interrupted while it waited for a connection of the pool.
                    throw interrupted;
                }
                SqlFault fault = SqlFault.of(e);
                if (fault != SqlFault.OUTAGE && fault != SqlFault.CONFLICT) {
                    throw e;
                }
                if (SqlFault.isDiskFull(e)) {
                    watch.diskFull(String.valueOf(e.getMessage()));
                } else if (fault == SqlFault.OUTAGE) {
                    watch.away(e.toString());
                }
            }
            Thread.sleep(pause);
            pause = longer(pause);
        }
    }

    /** Waits while the disk of the database is nearly full. Call it before work that needs room. */
    void awaitRoom() throws InterruptedException {
        health.awaitRoom();
    }

    /** How long to wait for running work at shutdown: 10 s, or 1 s while the database is unavailable. */
    public Duration farewell() {
        return health.isAvailable() ? FAREWELL : FAREWELL_IN_OUTAGE;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
}
