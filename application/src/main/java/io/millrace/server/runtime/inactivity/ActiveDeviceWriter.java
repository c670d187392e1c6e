// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.runtime.inactivity.ActiveDeviceChange.Forget;
import io.millrace.server.runtime.inactivity.ActiveDeviceChange.Move;
import io.millrace.server.runtime.inactivity.ActiveDeviceChange.Put;
import io.millrace.server.runtime.inactivity.ActiveDeviceChange.Remove;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.ToLongFunction;

/**
 * Writes batches of changes, those of one device in their order. Changes of different devices go into one statement for
 * each kind of change; a second change of a device begins a new set of statements.
 */
final class ActiveDeviceWriter implements BatchWriter<ActiveDeviceChange> {

    private static final String PUT =
            """
            insert into active_device (device_id, tenant_id, due_at)
            select * from unnest(?::uuid[], ?::uuid[], ?::bigint[])
            on conflict (device_id) do update set due_at = excluded.due_at
            returning case when old.device_id is null then new.device_id end\
            """;

    private static final String MOVE =
            """
            update active_device a set due_at = c.due_to
              from unnest(?::uuid[], ?::bigint[], ?::bigint[]) as c (device_id, due_from, due_to)
             where a.device_id = c.device_id and a.due_at = c.due_from
            returning a.device_id\
            """;

    private static final String REMOVE =
            """
            delete from active_device a
             using unnest(?::uuid[], ?::bigint[]) as c (device_id, due_at)
             where a.device_id = c.device_id and a.due_at = c.due_at
            returning a.device_id\
            """;

    private static final String FORGET =
            "delete from active_device where device_id = any (?::uuid[]) returning device_id";

    @Override
    public Runnable write(Connection connection, Batch<ActiveDeviceChange> batch)
            throws SQLException {
        // Rows are locked in the order of the ids, so that instances seldom wait for each other.
        Map<UUID, ActiveDeviceChange> ofDifferentDevices = new TreeMap<>();
        for (ActiveDeviceChange change : batch.items()) {
            UUID device = change.device().id();
            if (ofDifferentDevices.containsKey(device)) {
                apply(connection, ofDifferentDevices.values());
                ofDifferentDevices.clear();
            }
            ofDifferentDevices.put(device, change);
        }
        apply(connection, ofDifferentDevices.values());
        return () -> {};
    }

    private static void apply(Connection connection, Collection<ActiveDeviceChange> changes)
            throws SQLException {
        put(connection, only(Put.class, changes));
        move(connection, only(Move.class, changes));
        remove(connection, only(Remove.class, changes));
        forget(connection, only(Forget.class, changes));
    }

    private static <C extends ActiveDeviceChange> List<C> only(
            Class<C> kind, Collection<ActiveDeviceChange> changes) {
        return changes.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static void put(Connection connection, List<Put> puts) throws SQLException {
        if (puts.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(PUT)) {
            setDevices(insert, puts);
            insert.setArray(
                    2,
                    connection.createArrayOf(
                            "uuid", puts.stream().map(put -> put.tenant().id()).toArray()));
            setTimes(insert, 3, puts, Put::dueAt);
            Set<UUID> added = devices(insert);
            puts.forEach(put -> put.added().is = added.contains(put.device().id()));
        }
    }

    private static void move(Connection connection, List<Move> moves) throws SQLException {
        if (moves.isEmpty()) {
            return;
        }
        try (PreparedStatement update = connection.prepareStatement(MOVE)) {
            setDevices(update, moves);
            setTimes(update, 2, moves, Move::from);
            setTimes(update, 3, moves, Move::to);
            Set<UUID> moved = devices(update);
            moves.forEach(move -> move.moved().is = moved.contains(move.device().id()));
        }
    }

    private static void remove(Connection connection, List<Remove> removals) throws SQLException {
        if (removals.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
            setDevices(delete, removals);
            setTimes(delete, 2, removals, Remove::dueAt);
            Set<UUID> removed = devices(delete);
            removals.forEach(each -> each.removed().is = removed.contains(each.device().id()));
        }
    }

    private static void forget(Connection connection, List<Forget> deleted) throws SQLException {
        if (deleted.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
            setDevices(delete, deleted);
            devices(delete);
        }
    }

    private static void setDevices(
            PreparedStatement statement, List<? extends ActiveDeviceChange> changes)
            throws SQLException {
        statement.setArray(
                1,
                statement
                        .getConnection()
                        .createArrayOf(
                                "uuid",
                                changes.stream().map(change -> change.device().id()).toArray()));
    }

    private static <C extends ActiveDeviceChange> void setTimes(
            PreparedStatement statement, int index, List<C> changes, ToLongFunction<C> time)
            throws SQLException {
        statement.setObject(index, changes.stream().mapToLong(time).toArray());
    }

    private static Set<UUID> devices(PreparedStatement statement) throws SQLException {
        Set<UUID> devices = new HashSet<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                UUID device = rows.getObject(1, UUID.class);
                if (device != null) {
                    devices.add(device);
                }
            }
        }
        return devices;
    }
}
