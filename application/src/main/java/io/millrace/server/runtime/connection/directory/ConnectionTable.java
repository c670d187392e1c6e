// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.peer.Peers;
import io.millrace.transport.device.LastWill;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SQL that reads the table {@code device_connection}, and changes and deletes the rows of ended processes. */
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
                               where o.device_id = c.device_id and o.is_session and o.run <> all (?::uuid[])) as elsewhere,
                           c.will_kind, c.will_payload, c.will_delay_seconds, c.will_due_at is not null as will_is_due
                     from device_connection c
                    where c.instance_id = ? and c.run = ? and c.id > ? and c.written_at <= now() - ? * interval '1 second'
                      and (c.will_due_at is null or c.will_due_at <= now())
                    order by c.id limit ? for update of c skip locked\
                    """;

    private static final String OWN =
            "select id from device_connection where instance_id = ? and run = ?";

    private static final String DELETE = "delete from device_connection where id = any (?::uuid[])";

    private static final String DELAY_WILLS =
            """
            update device_connection
               set is_session = false, receives_attributes = false, receives_rpc = false,
                   will_due_at = now() + will_delay_seconds * interval '1 second'
             where id = any (?::uuid[])\
            """;

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
     * @param will the will of the connection, or null
     * @param willIsDue true if the row has waited for the delay of the will
     */
    record Lost(
            ListedConnection connection,
            boolean elsewhere,
            @Nullable LastWill will,
            boolean willIsDue) {

        static Lost of(ResultSet row) throws SQLException {
            String kind = row.getString("will_kind");
            LastWill will =
                    kind == null
                            ? null
                            : new LastWill(
                                    LastWill.Kind.valueOf(kind),
                                    row.getBytes("will_payload"),
                                    Duration.ofSeconds(row.getLong("will_delay_seconds")));
            return new Lost(
                    ListedConnection.of(row),
                    row.getBoolean("elsewhere"),
                    will,
                    row.getBoolean("will_is_due"));
        }

        /** True if the device has lost its session or left a will, and is not connected elsewhere. */
        boolean concernsDevice() {
            return !elsewhere && (connection.isSession() || will != null);
        }

        /** True if the loss is the disconnect of the device. */
        boolean isDisconnect() {
            return !elsewhere && connection.isSession();
        }

        /** The will that is to be published now, or null. */
        @Nullable LastWill dueWill() {
            return elsewhere || delaysWill() ? null : will;
        }

        /** True if the will is to be published later. */
        boolean delaysWill() {
            return !elsewhere && will != null && !willIsDue && !will.delay().isZero();
        }
    }

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
                    lost.add(Lost.of(rows));
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
        update(connection, DELETE, ids);
    }

    /** Keeps the rows of lost connections until the delays of their wills have passed. */
    static void delayWills(Connection connection, Collection<UUID> ids) throws SQLException {
        update(connection, DELAY_WILLS, ids);
    }

    private static void update(Connection connection, String sql, Collection<UUID> ids)
            throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        try (PreparedStatement update = prepared(connection, sql)) {
            update.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            update.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(TIMEOUT_SECONDS);
        return statement;
    }
}
