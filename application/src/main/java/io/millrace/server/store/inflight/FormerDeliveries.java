// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.server.platform.groupcommit.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Unfinished deliveries of a run with the other queue engine. Rows of {@code in_flight} have a topic if they come from
 * the Kafka engine, and none if they come from the memory engine. Each engine reads only its own rows.
 */
public final class FormerDeliveries {

    private final Transactions transactions;

    public FormerDeliveries(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * Moves the deliveries of a former run on Kafka to the memory engine of this single instance. Blocks, also while
     * the database is unavailable.
     *
     * @return the number of moved deliveries; 0 while another instance is connected to the database, because it may
     *     still process them
     */
    public int adopt() throws SQLException, InterruptedException {
        return transactions.patiently(FormerDeliveries::adopt);
    }

    private static int adopt(Connection connection) throws SQLException {
        try (Statement update = connection.createStatement()) {
            return update.executeUpdate(
                    """
                    update in_flight set topic = null, partition = null
                     where topic is not null and not exists (
                       select from pg_stat_activity
                        where datname = current_database() and application_name like 'millrace %'
                          and application_name <> current_setting('application_name'))
                    """);
        }
    }

    /** Returns the number of deliveries of a former run on Kafka. */
    public int ofPartitions() throws SQLException, InterruptedException {
        return transactions.patiently(connection -> {
            try (Statement select = connection.createStatement();
                    ResultSet row =
                            select.executeQuery(
                                    "select count(*) from in_flight where topic is not null")) {
                row.next();
                return row.getInt(1);
            }
        });
    }

    /**
     * Reads the deliveries of a former run in memory in pages, in the order of their acceptance. Blocks, also while the
     * database is unavailable.
     */
    public <E extends Exception> void ofMemory(PageConsumer<E> page)
            throws SQLException, InterruptedException, E {
        InFlightPages.read(transactions, null, page);
    }
}
