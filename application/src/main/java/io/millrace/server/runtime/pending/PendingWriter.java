// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Writes batches of changes, in their order. */
final class PendingWriter implements BatchWriter<PendingChange> {

    /** Inserts a message if the node is below its bounds. The count stops at the bound, so that its cost is limited. */
    private static final String ADD =
            """
            insert into pending_message (id, tenant_id, chain_id, node_id, originator_type,
              originator_id, due_at, message)
            select ?, ?, ?, ?, ?, ?, ?, ?
            where (select count(*) from (select from pending_message
                where node_id = ? and originator_id = ? limit ?) as counted) < ?
              and (? or (select count(*) from (select from pending_message
                where node_id = ? limit ?) as counted) < ?)
            on conflict (node_id, id) do nothing\
            """;

    @Override
    public Runnable write(Connection connection, Batch<PendingChange> batch) throws SQLException {
        for (PendingChange change : batch.items()) {
            switch (change) {
                case PendingChange.Add add -> add.outcome().kept = add(connection, add);
                case PendingChange.Remove remove -> remove(connection, remove);
                case PendingChange.Postpone postpone -> postpone(connection, postpone);
            }
        }
        return () -> {};
    }

    private static boolean add(Connection connection, PendingChange.Add add) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            Site site = add.site();
            insert.setObject(1, add.id());
            insert.setObject(2, site.tenant().id());
            insert.setObject(3, site.chain().id());
            insert.setObject(4, site.node().id());
            insert.setString(5, site.originator().type().name());
            insert.setObject(6, site.originator().id());
            insert.setTimestamp(7, Timestamp.from(Instant.ofEpochMilli(add.dueAt())));
            insert.setBytes(8, RuleMessageCodec.encode(add.message()));
            insert.setObject(9, site.node().id());
            insert.setObject(10, site.originator().id());
            insert.setInt(11, add.bound().ofOriginator());
            insert.setInt(12, add.bound().ofOriginator());
            insert.setBoolean(13, add.bound().inNode() == Integer.MAX_VALUE);
            insert.setObject(14, site.node().id());
            insert.setInt(15, add.bound().inNode());
            insert.setInt(16, add.bound().inNode());
            return insert.executeUpdate() == 1 || isKept(connection, add);
        }
    }

    private static boolean isKept(Connection connection, PendingChange.Add add)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select from pending_message where node_id = ? and id = ?")) {
            select.setObject(1, add.site().node().id());
            select.setObject(2, add.id());
            try (ResultSet rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static void remove(Connection connection, PendingChange.Remove remove)
            throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement(
                        "delete from pending_message where node_id = ? and id = any (?)")) {
            delete.setObject(1, remove.site().node().id());
            delete.setArray(2, ids(connection, remove.ids()));
            delete.execute();
        }
    }

    private static void postpone(Connection connection, PendingChange.Postpone postpone)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        "update pending_message set due_at = ? where node_id = ? and id = any (?)")) {
            update.setTimestamp(1, Timestamp.from(Instant.ofEpochMilli(postpone.dueAt())));
            update.setObject(2, postpone.site().node().id());
            update.setArray(3, ids(connection, postpone.ids()));
            update.execute();
        }
    }

    private static java.sql.Array ids(Connection connection, List<UUID> ids) throws SQLException {
        return connection.createArrayOf("uuid", ids.toArray());
    }
}
