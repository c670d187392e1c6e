// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.peer.Peers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** SQL that reads the table {@code device_connection}, and deletes the rows of ended processes. */
final class ConnectionTable {

    private static final int TIMEOUT_SECONDS = 10;

    /** Oldest first; the clock of the database orders the connections to different instances. */
    private static final String OF_DEVICES =
            "select "
                    + ListedConnection.COLUMNS
                    + """
                     from device_connection c where c.device_id = any (?::uuid[])
                    order by c.written_at, c.id\
                    """;

    /** One index look-up for each process, not one for each row. */
    private static final String RUNS =
            """
            with recursive runs as (
                (select instance_id, run from device_connection order by instance_id, run limit 1)
                union all
                select n.instance_id, n.run from runs r, lateral (
                    select instance_id, run from device_connection
                     where (instance_id, run) > (r.instance_id, r.run) order by instance_id, run limit 1) n)
            select r.instance_id, r.run,
                   exists (select from instance i
                            where i.instance_id = r.instance_id and i.run = r.run
                              and i.seen_at > now() - ? * interval '1 second') as alive
              from runs r\
            """;

    private static final String LOST =
            "select "
                    + ListedConnection.COLUMNS
                    + """
                    , exists (select from device_connection o
                               where o.device_id = c.device_id and o.is_session and o.run <> all (?::uuid[])) as elsewhere
                     from device_connection c
                    where c.instance_id = ? and c.run = ? and c.id > ? and c.written_at <= now() - ? * interval '1 second'
                    order by c.id limit ? for update of c skip locked\
                    """;

    private static final String OWN =
            "select id from device_connection where instance_id = ? and run = ?";

    private static final String DELETE = "delete from device_connection where id = any (?::uuid[])";

    private ConnectionTable() {}

    /**
     * A process that has rows.
     *
     * @param isAlive true if its row in the table {@code instance} is fresh; always false for a single instance, which
     *     writes none
     */
    record Run(String instance, UUID id, boolean isAlive) {}

    /**
     * A connection of an ended process.
     *
     * @param elsewhere true if the device has a session with a process that has not ended
     */
    record Lost(ListedConnection connection, boolean elsewhere) {}

    /** Returns the connections of each of the devices, oldest first; an empty list for a device without any. */
    static Map<DeviceId, List<ListedConnection>> of(
            Connection connection, Collection<DeviceId> devices) throws SQLException {
        Map<DeviceId, List<ListedConnection>> found = new HashMap<>();
        devices.forEach(device -> found.put(device, new ArrayList<>()));
        try (PreparedStatement select = prepared(connection, OF_DEVICES)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", devices.stream().map(DeviceId::id).distinct().toArray()));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ListedConnection each = ListedConnection.of(rows);
                    found.computeIfAbsent(each.device(), _ -> new ArrayList<>()).add(each);
                }
            }
        }
        return found;
    }

    /** Returns the processes that have rows. */
    static List<Run> runs(Connection connection) throws SQLException {
        List<Run> runs = new ArrayList<>();
        try (PreparedStatement select = prepared(connection, RUNS)) {
            select.setLong(1, Peers.GONE_AFTER.toSeconds());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    runs.add(
                            new Run(
                                    rows.getString("instance_id"),
                                    rows.getObject("run", UUID.class),
                                    rows.getBoolean("alive")));
                }
            }
        }
        return runs;
    }

    /**
     * Returns some connections of an ended process, and locks their rows until the end of the transaction. Rows that
     * another instance has locked are left out.
     *
     * @param ended all ended processes
     * @param after the id before the first row
     * @param leastAgeSeconds younger rows are left out
     */
    static List<Lost> lost(
            Connection connection,
            Run of,
            Collection<Run> ended,
            UUID after,
            long leastAgeSeconds,
            int limit)
            throws SQLException {
        List<Lost> lost = new ArrayList<>();
        try (PreparedStatement select = prepared(connection, LOST)) {
            select.setArray(
                    1, connection.createArrayOf("uuid", ended.stream().map(Run::id).toArray()));
            select.setString(2, of.instance());
            select.setObject(3, of.id());
            select.setObject(4, after);
            select.setLong(5, leastAgeSeconds);
            select.setInt(6, limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    lost.add(new Lost(ListedConnection.of(rows), rows.getBoolean("elsewhere")));
                }
            }
        }
        return lost;
    }

    /** Returns the ids of all rows of a process. */
    static List<UUID> of(Connection connection, String instance, UUID run) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (PreparedStatement select = prepared(connection, OWN)) {
            select.setString(1, instance);
            select.setObject(2, run);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getObject("id", UUID.class));
                }
            }
        }
        return ids;
    }

    static void delete(Connection connection, Collection<UUID> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = prepared(connection, DELETE)) {
            delete.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            delete.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(TIMEOUT_SECONDS);
        return statement;
    }
}
