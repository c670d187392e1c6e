// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Lease;
import io.millrace.queue.InFlight;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.GroupReads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the table {@code in_flight} in pages, each in a transaction of its own, so that an outage of the database
 * repeats no page. Rows that are added meanwhile have greater ids than those that were there before, and are not read.
 */
final class InFlightPages {

    private static final int ROWS_AT_ONCE = 500;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private InFlightPages() {}

    /** The rows of a partition, or, without a lease, those of the memory engine. */
    private static final String OF_PARTITION =
            "topic is not distinct from ? and partition is not distinct from ?";

    private static final String GREATEST =
            "select delivery_id from in_flight where %s order by delivery_id desc limit 1"
                    .formatted(OF_PARTITION);

    private static final String PAGE =
            """
            select delivery_id, message, attempts from in_flight
             where %s and delivery_id > ? and delivery_id <= ?
             order by delivery_id limit ?\
            """
                    .formatted(OF_PARTITION);

    static <E extends Exception> void read(
            Transactions transactions, @Nullable Lease lease, PageConsumer<E> consumer)
            throws SQLException, InterruptedException, E {
        UUID greatest =
                transactions
                        .patiently(connection -> greatest(connection, lease))
                        .orElse(BEFORE_ALL);
        UUID last = BEFORE_ALL;
        while (!last.equals(greatest)) {
            UUID after = last;
            List<InFlight> page =
                    transactions.patiently(connection -> page(connection, lease, after, greatest));
            if (page.isEmpty()) {
                return;
            }
            consumer.accept(page);
            last = page.getLast().deliveryId();
        }
    }

    /** Reads messages by the ids of their deliveries; waits while the database is unavailable. */
    static GroupReads.Read<UUID, Optional<RuleMessage>> byId(Transactions transactions) {
        return ids -> transactions.patiently(connection -> messages(connection, ids));
    }

    private static Map<UUID, Optional<RuleMessage>> messages(Connection connection, List<UUID> ids)
            throws SQLException {
        Map<UUID, Optional<RuleMessage>> messages = new HashMap<>();
        ids.forEach(id -> messages.put(id, Optional.empty()));
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select delivery_id, message from in_flight where delivery_id = any (?)")) {
            select.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    messages.put(
                            rows.getObject(1, UUID.class),
                            Optional.of(RuleMessageCodec.decode(rows.getBytes(2))));
                }
            }
        }
        return messages;
    }

    private static Optional<UUID> greatest(Connection connection, @Nullable Lease lease)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(GREATEST)) {
            setPartition(select, lease);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getObject(1, UUID.class)) : Optional.empty();
            }
        }
    }

    private static List<InFlight> page(
            Connection connection, @Nullable Lease lease, UUID after, UUID greatest)
            throws SQLException {
        List<InFlight> page = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(PAGE)) {
            setPartition(select, lease);
            select.setObject(3, after);
            select.setObject(4, greatest);
            select.setInt(5, ROWS_AT_ONCE);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    page.add(
                            new InFlight(
                                    rows.getObject(1, UUID.class),
                                    RuleMessageCodec.decode(rows.getBytes(2)),
                                    rows.getInt(3)));
                }
            }
        }
        return page;
    }

    private static void setPartition(PreparedStatement select, @Nullable Lease lease)
            throws SQLException {
        select.setString(1, lease == null ? null : lease.topic());
        select.setObject(2, lease == null ? null : lease.partition(), Types.INTEGER);
    }
}
