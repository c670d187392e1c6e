// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.settings.HistorySettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;

/**
 * Enforces the retention of kept messages: drops the days whose time has ended, and makes the partitions of the next
 * day. Reads leave out single messages whose time has ended earlier.
 */
public final class HistoryRetention {

    private static final Duration AHEAD = Duration.ofDays(1);

    private final Transactions transactions;
    private final HistoryPartitions partitions;
    private final HistorySettings settings;
    private final Clock clock;

    public HistoryRetention(
            Transactions transactions,
            HistoryPartitions partitions,
            HistorySettings settings,
            Clock clock) {
        this.transactions = transactions;
        this.partitions = partitions;
        this.settings = settings;
        this.clock = clock;
    }

    /** Runs once; several instances may run it at the same time. */
    public void sweep() throws SQLException, InterruptedException {
        long now = clock.millis();
        long oldest = now - settings.kept().toMillis();
        partitions.dropBefore(transactions, oldest);
        if (settings.perHour() > 0) {
            partitions.provide(transactions, now);
            partitions.provide(transactions, now + AHEAD.toMillis());
        }
        transactions.once(connection -> deleteLimits(connection, oldest));
        transactions.once(connection -> deleteWatches(connection, now));
    }

    private static int deleteLimits(Connection connection, long oldest) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("delete from kept_message_limit where id < ?")) {
            delete.setObject(1, HistoryPartitions.firstId(oldest));
            return delete.executeUpdate();
        }
    }

    private static int deleteWatches(Connection connection, long now) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("delete from message_watch where until <= ?")) {
            delete.setLong(1, now);
            return delete.executeUpdate();
        }
    }
}
