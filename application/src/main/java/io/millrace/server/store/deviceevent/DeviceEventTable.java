// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** SQL that changes the table {@code device_event}. */
final class DeviceEventTable {

    private DeviceEventTable() {}

    /** Stores states of events; those of devices that do not exist are left out. */
    static void put(Connection connection, List<DeviceEventRow> rows) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        insert into device_event (id, tenant_id, device_id, event, topic, cause, connection,
                                                  first_time, last_time, count)
                        select e.* from unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[],
                                               ?::bigint[], ?::bigint[], ?::int[])
                               as e (id, tenant_id, device_id, event, topic, cause, connection,
                                     first_time, last_time, count)
                         where e.device_id is null or exists (select from device d where d.id = e.device_id)
                        on conflict (id) do update set last_time = excluded.last_time, count = excluded.count\
                        """)) {
            array(insert, 1, "uuid", rows, DeviceEventRow::id);
            array(insert, 2, "uuid", rows, row -> row.tenant().id());
            array(insert, 3, "uuid", rows, row -> row.device() == null ? null : row.device().id());
            array(insert, 4, "text", rows, row -> row.event().name());
            array(insert, 5, "text", rows, DeviceEventRow::topic);
            array(insert, 6, "text", rows, DeviceEventRow::cause);
            array(insert, 7, "text", rows, DeviceEventRow::connection);
            array(insert, 8, "int8", rows, DeviceEventRow::firstTime);
            array(insert, 9, "int8", rows, DeviceEventRow::lastTime);
            array(insert, 10, "int4", rows, DeviceEventRow::count);
            insert.executeUpdate();
        }
    }

    private static void array(
            PreparedStatement statement,
            int index,
            String type,
            List<DeviceEventRow> rows,
            Function<DeviceEventRow, @Nullable Object> column)
            throws SQLException {
        statement.setArray(
                index,
                statement.getConnection().createArrayOf(type, rows.stream().map(column).toArray()));
    }

    /** Deletes the oldest events of devices that have more than {@code most}. */
    static void trim(Connection connection, Collection<UUID> devices, int most)
            throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement(
                        """
                        delete from device_event where id in (
                          select old.id from unnest(?::uuid[]) as d (id) cross join lateral (
                            select e.id from device_event e where e.device_id = d.id
                             order by e.last_time desc, e.id desc offset ?) as old)\
                        """)) {
            delete.setArray(1, connection.createArrayOf("uuid", devices.toArray()));
            delete.setInt(2, most);
            delete.executeUpdate();
        }
    }

    /**
     * Deletes events that ended before a time.
     *
     * @param before milliseconds since the epoch
     * @return the number of deleted events; fewer than {@code most}: no more are left
     */
    static int deleteBefore(Connection connection, long before, int most) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement(
                        """
                        delete from device_event where id in (
                          select id from device_event where last_time < ?
                           order by last_time limit ? for update skip locked)\
                        """)) {
            delete.setLong(1, before);
            delete.setInt(2, most);
            return delete.executeUpdate();
        }
    }
}
