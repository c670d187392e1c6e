// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.queue.InFlight;
import io.millrace.server.platform.groupcommit.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Unfinished deliveries of a run with the other queue engine. Rows of {@code in_flight} have a topic if they come from
 * the Kafka engine, and none if they come from the memory engine. Each engine reads only its own rows.
 */
public final class FormerDeliveries {

    private static final int ROWS_AT_ONCE = 500;

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
     * Returns the next deliveries of a former run in memory, in the order of their acceptance. Blocks, also while the
     * database is unavailable.
     *
     * @param last id of the delivery before the first one to return
     */
    public List<InFlight> ofMemoryAfter(UUID last) throws SQLException, InterruptedException {
        return transactions.patiently(connection -> ofMemoryAfter(connection, last));
    }

    private static List<InFlight> ofMemoryAfter(Connection connection, UUID last)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select delivery_id, message, attempts from in_flight
                         where topic is null and delivery_id > ? order by delivery_id limit ?
                        """)) {
            select.setObject(1, last);
            select.setInt(2, ROWS_AT_ONCE);
            List<InFlight> page = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    page.add(
                            new InFlight(
                                    rows.getObject(1, UUID.class),
                                    RuleMessageCodec.decode(rows.getBytes(2)),
                                    rows.getInt(3)));
                }
            }
            return page;
        }
    }
}
