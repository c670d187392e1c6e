// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.store.timeseries.Window.Bounds;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Empties partitions in which every row is due, by {@code TRUNCATE}: that costs the same for a thousand rows and for a
 * billion, and returns their space to the disk. The empty partition stays, because a message may still bring a value of
 * its time.
 */
final class DuePartitions {

    private static final String PARTITIONS =
            """
            select c.relname, bounds[1]::bigint, bounds[2]::bigint
            from pg_inherits i join pg_class c on c.oid = i.inhrelid,
              regexp_match(pg_get_expr(c.relpartbound, c.oid),
                'FROM \\(''?(-?\\d+)''?\\) TO \\(''?(-?\\d+)''?\\)') as bounds
            where i.inhparent = 'ts_row'::regclass and pg_relation_size(c.oid) > 0
            order by 2
            """;

    /** Tells whether a partition has a row of a series that is kept for longer than a time. */
    private static final String IS_NEEDED =
            """
            select exists (
              select from (
                select entity_id, shape_id from ts_retention
                where minutes is null or minutes * 60000::bigint > ?) k
              cross join lateral (
                select from %1$s r
                where r.entity_id = k.entity_id and r.shape_id = k.shape_id limit 1) needed)
            """;

    /** Tells whether a partition has a row whose latest values may not be flushed yet. */
    private static final String IS_UNFLUSHED =
            """
            select exists (
              select from %1$s r
              join ts_checkpoint c on r.seq > c.seq and r.seq < (c.writer + 1) << %2$d
              where c.updated_at > now() - interval '1 day')
            """;

    private DuePartitions() {}

    /** A partition that has rows, or had some. */
    record Partition(String table, Bounds bounds) {}

    /** Returns the partitions that are not empty, the earliest first. */
    static List<Partition> notEmpty(Connection connection) throws SQLException {
        List<Partition> partitions = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PARTITIONS)) {
            while (rows.next()) {
                partitions.add(
                        new Partition(
                                rows.getString(1), new Bounds(rows.getLong(2), rows.getLong(3))));
            }
        }
        return partitions;
    }

    /** True if every row of the partition is due. Another transaction may add one that is not. */
    static boolean isDue(Connection connection, Partition partition, long now) throws SQLException {
        RetentionLimits.set(connection);
        return !isNeeded(connection, partition, now) && !isUnflushed(connection, partition);
    }

    /**
     * Empties the partition if every row is due; returns false if not. Writers of this partition wait meanwhile, so that
     * they add no row after the check.
     */
    static boolean empty(Connection connection, Partition partition, long now) throws SQLException {
        RetentionLimits.set(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "lock table %s in share row exclusive mode".formatted(partition.table()));
            if (isNeeded(connection, partition, now) || isUnflushed(connection, partition)) {
                return false;
            }
            statement.execute("truncate " + partition.table());
            return true;
        }
    }

    private static boolean isNeeded(Connection connection, Partition partition, long now)
            throws SQLException {
        try (PreparedStatement select = prepare(connection, IS_NEEDED, partition)) {
            select.setLong(1, now - partition.bounds().to());
            return isTrue(select);
        }
    }

    private static boolean isUnflushed(Connection connection, Partition partition)
            throws SQLException {
        try (PreparedStatement select = prepare(connection, IS_UNFLUSHED, partition)) {
            return isTrue(select);
        }
    }

    private static PreparedStatement prepare(
            Connection connection, String template, Partition partition) throws SQLException {
        return connection.prepareStatement(
                template.formatted(partition.table(), WriterSequence.WRITER_SHIFT));
    }

    private static boolean isTrue(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            return row.next() && row.getBoolean(1);
        }
    }
}
