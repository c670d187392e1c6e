// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Deletes rows whose retention time has ended, from one table, a few in each statement. It waits for no other
 * transaction: rows that a writer is changing are left for the next run, and so are rows whose latest values are not
 * flushed yet, because a crash would lose them.
 */
final class DueRows {

    /** Most rows that one statement deletes. */
    static final int ROWS_AT_ONCE = 1_000;

    /** A writer without a checkpoint for this time has ended, and its latest values are recovered. */
    private static final String LIVE_WRITER = "interval '1 day'";

    private DueRows() {}

    /**
     * The result of one statement.
     *
     * @param rows number of deleted rows
     * @param overdueMillis for how long the first of the found rows had been due
     */
    record Deleted(int rows, long overdueMillis) {}

    /** Deletes at most {@link #ROWS_AT_ONCE} due rows of the given series from a table. */
    static Deleted delete(
            Connection connection, String table, List<SeriesLifetime> series, long now)
            throws SQLException {
        RetentionLimits.set(connection);
        Object[] entities = new Object[series.size()];
        Object[] shapes = new Object[series.size()];
        long[] cutoffs = new long[series.size()];
        for (int i = 0; i < series.size(); i++) {
            entities[i] = series.get(i).entity();
            shapes[i] = series.get(i).shapeId();
            cutoffs[i] = series.get(i).cutoff(now);
        }
        try (PreparedStatement delete = connection.prepareStatement(sql(table))) {
            delete.setArray(1, connection.createArrayOf("uuid", entities));
            delete.setArray(2, connection.createArrayOf("int4", shapes));
            delete.setObject(3, cutoffs);
            try (ResultSet row = delete.executeQuery()) {
                row.next();
                return new Deleted(row.getInt(1), row.getLong(2));
            }
        }
    }

    private static String sql(String table) {
        return """
        with due as materialized (
          select r.at, d.cutoff - r.ts as overdue
          from unnest(?::uuid[], ?::int[], ?::bigint[]) as d (entity_id, shape_id, cutoff)
          cross join lateral (
            select t.ctid as at, t.ts from %1$s t
            where t.entity_id = d.entity_id and t.shape_id = d.shape_id and t.ts < d.cutoff
              and t.seq <= coalesce((
                select c.seq from ts_checkpoint c
                where c.writer = t.seq >> %2$d and c.updated_at > now() - %3$s), t.seq)
            order by t.ts limit %4$d for update of t skip locked) r
          limit %4$d),
        gone as (delete from %1$s where ctid = any (array(select at from due)) returning 1)
        select (select count(*) from gone), (select coalesce(max(overdue), 0) from due)
        """
                .formatted(table, WriterSequence.WRITER_SHIFT, LIVE_WRITER, ROWS_AT_ONCE);
    }
}
