// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Deletes values of some keys from the rows of one entity and shape, in one table. Rows without other values are
 * deleted. In other rows the values are set to null, which no time series contains otherwise, so that the row keeps its
 * shape. In mixed rows the keys are removed.
 */
final class SeriesEraser {

    /** The tables that contain rows of series. */
    static final List<String> TABLES = List.of("ts_row", "ts_row_catch_all");

    /** Rows of one part. Parts limit the number of locks and the length of each transaction. */
    private static final int ROWS_AT_ONCE = 5_000;

    private static final String SPAN =
            " where r.entity_id = ? and r.shape_id = ? and r.ts >= ? and r.ts < ?";

    private static final String NEXT_PART =
            "select r.ts from %s r" + SPAN + " order by r.ts offset ? limit 1";

    private static final String DELETE =
            "delete from %s r"
                    + SPAN
                    + """
                     and not exists (
                       select from jsonb_array_elements(r.vals) with ordinality as e (val, n)
                       where e.val <> 'null' and e.n - 1 <> all (?))
                    """;

    private static final String ERASE =
            """
            update %s r set vals = (
              select jsonb_agg(case when e.n - 1 = any (?) then 'null' else e.val end order by e.n)
              from jsonb_array_elements(r.vals) with ordinality as e (val, n))
            """
                    + SPAN
                    + " and exists (select from unnest(?) as p where r.vals -> p <> 'null')";

    private static final String DELETE_MIXED = "delete from %s r" + SPAN + " and r.vals - ? = '{}'";

    private static final String ERASE_MIXED =
            "update %s r set vals = r.vals - ?" + SPAN + " and jsonb_exists_any(r.vals, ?)";

    private final String table;
    private final UUID entity;
    private final int shapeId;
    private final int timeoutSeconds;

    SeriesEraser(String table, UUID entity, int shapeId, Duration timeout) {
        this.table = table;
        this.entity = entity;
        this.shapeId = shapeId;
        this.timeoutSeconds = Math.toIntExact(timeout.toSeconds());
    }

    /** Returns the exclusive end of the part that begins at a timestamp. */
    long endOfPart(Connection connection, long startTs, long endTs) throws SQLException {
        try (PreparedStatement select = prepare(connection, NEXT_PART)) {
            int at = setSpan(select, 1, startTs, endTs);
            select.setInt(at, ROWS_AT_ONCE);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? rows.getLong(1) : endTs;
            }
        }
    }

    /** Deletes the values at the given positions of the shape. */
    void erase(Connection connection, Collection<Integer> positions, long startTs, long endTs)
            throws SQLException {
        Array erased = connection.createArrayOf("int4", positions.toArray());
        try (PreparedStatement delete = prepare(connection, DELETE)) {
            int at = setSpan(delete, 1, startTs, endTs);
            delete.setArray(at, erased);
            delete.executeUpdate();
        }
        try (PreparedStatement update = prepare(connection, ERASE)) {
            update.setArray(1, erased);
            int at = setSpan(update, 2, startTs, endTs);
            update.setArray(at, erased);
            update.executeUpdate();
        }
    }

    /** Deletes the values of the given keys from mixed rows. */
    void eraseMixed(Connection connection, Collection<Integer> keys, long startTs, long endTs)
            throws SQLException {
        Array names =
                connection.createArrayOf(
                        "text", keys.stream().map(key -> Integer.toString(key)).toArray());
        try (PreparedStatement delete = prepare(connection, DELETE_MIXED)) {
            int at = setSpan(delete, 1, startTs, endTs);
            delete.setArray(at, names);
            delete.executeUpdate();
        }
        try (PreparedStatement update = prepare(connection, ERASE_MIXED)) {
            update.setArray(1, names);
            int at = setSpan(update, 2, startTs, endTs);
            update.setArray(at, names);
            update.executeUpdate();
        }
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql.formatted(table));
        statement.setQueryTimeout(timeoutSeconds);
        return statement;
    }

    private int setSpan(PreparedStatement statement, int first, long startTs, long endTs)
            throws SQLException {
        int at = first;
        statement.setObject(at++, entity);
        statement.setInt(at++, shapeId);
        statement.setLong(at++, startTs);
        statement.setLong(at++, endTs);
        return at;
    }
}
