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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Writes batches of changes; the result is that of their order. */
final class PendingWriter implements BatchWriter<PendingChange> {

    private static final String ADD =
            """
            insert into pending_message (id, tenant_id, chain_id, node_id, originator_type,
              originator_id, due_at, message)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (node_id, id) do nothing\
            """;

    static final String REMOVE = "delete from pending_message where node_id = ? and id = any (?)";

    private final PendingRoom room = new PendingRoom();

    @Override
    public Runnable write(Connection connection, Batch<PendingChange> batch) throws SQLException {
        Portion portion = new Portion();
        for (PendingChange change : batch.items()) {
            switch (change) {
                case PendingChange.Add add -> portion.add(add);
                case PendingChange.Remove remove -> portion.remove(remove);
                case PendingChange.Postpone postpone -> {
                    write(connection, portion);
                    portion = new Portion();
                    postpone(connection, postpone);
                }
            }
        }
        write(connection, portion);
        return () -> {};
    }

    /**
     * Changes that are written by few statements, with the result that they have one after the other: removals of messages
     * that an earlier change of the portion adds come last, other removals first.
     */
    private static final class Portion {

        private final List<PendingChange.Add> additions = new ArrayList<>();
        private final Set<Entry> added = new HashSet<>();
        private final Map<UUID, List<UUID>> removedBefore = new HashMap<>();
        private final Map<UUID, List<UUID>> removedAfter = new HashMap<>();

        private record Entry(UUID node, UUID id) {}

        void add(PendingChange.Add add) {
            additions.add(add);
            added.add(new Entry(add.site().node().id(), add.id()));
        }

        void remove(PendingChange.Remove remove) {
            UUID node = remove.site().node().id();
            for (UUID id : remove.ids()) {
                Map<UUID, List<UUID>> removed =
                        added.contains(new Entry(node, id)) ? removedAfter : removedBefore;
                removed.computeIfAbsent(node, _ -> new ArrayList<>()).add(id);
            }
        }
    }

    private void write(Connection connection, Portion portion) throws SQLException {
        remove(connection, portion.removedBefore);
        add(connection, portion.additions);
        remove(connection, portion.removedAfter);
    }

    private void add(Connection connection, List<PendingChange.Add> additions) throws SQLException {
        if (additions.isEmpty()) {
            return;
        }
        List<PendingChange.Add> admitted = new ArrayList<>();
        List<PendingChange.Add> refused = new ArrayList<>();
        PendingRoom.Admission admission = room.admission(connection);
        for (PendingChange.Add add : additions) {
            (admission.admits(add.site(), add.bound()) ? admitted : refused).add(add);
        }
        insert(connection, admitted);
        for (PendingChange.Add add : refused) {
            add.outcome().kept = isKept(connection, add);
        }
    }

    private static void insert(Connection connection, List<PendingChange.Add> additions)
            throws SQLException {
        int[] counts;
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            for (PendingChange.Add add : additions) {
                set(insert, add);
                insert.addBatch();
            }
            counts = insert.executeBatch();
        }
        for (int i = 0; i < counts.length; i++) {
            PendingChange.Add add = additions.get(i);
            add.outcome().kept = counts[i] == 1 || isKept(connection, add);
        }
    }

    private static void set(PreparedStatement insert, PendingChange.Add add) throws SQLException {
        Site site = add.site();
        insert.setObject(1, add.id());
        insert.setObject(2, site.tenant().id());
        insert.setObject(3, site.chain().id());
        insert.setObject(4, site.node().id());
        insert.setString(5, site.originator().type().name());
        insert.setObject(6, site.originator().id());
        insert.setTimestamp(7, Timestamp.from(Instant.ofEpochMilli(add.dueAt())));
        insert.setBytes(8, RuleMessageCodec.encode(add.message()));
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

    /** Removes messages by node, in the order of the nodes, so that two instances cannot lock each other out. */
    private static void remove(Connection connection, Map<UUID, List<UUID>> byNode)
            throws SQLException {
        if (byNode.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
            for (Map.Entry<UUID, List<UUID>> removed : new TreeMap<>(byNode).entrySet()) {
                delete.setObject(1, removed.getKey());
                delete.setArray(2, ids(connection, removed.getValue()));
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }

    /** Ends the claim, too: the message is due at its new time, even if that is before the end of the claim. */
    private static void postpone(Connection connection, PendingChange.Postpone postpone)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        """
                        update pending_message set due_at = ?, claimed_until = null
                        where node_id = ? and id = any (?)\
                        """)) {
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
