// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static java.util.stream.Collectors.joining;

import io.millrace.rule.store.TimeseriesReads.Order;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads many values of one key of one entity in a time span. Every shape that has the key is a branch of the query, which
 * the database can read along the primary key. The values come in the order of their time and are not kept, so a query
 * takes little memory in this process, whatever their number. If a timestamp occurs more than once, the value that was
 * written last counts. A null in a row is a deleted value.
 */
final class SeriesRows {

    /** The limit of a query of all values. */
    static final int ALL = Integer.MAX_VALUE;

    private static final String DELETED = "null";

    private final UUID entity;
    private final long startTs;
    private final long endTs;
    private final List<String> inPartitions = new ArrayList<>();
    private final List<String> outside = new ArrayList<>();

    /**
     * @param shapes the shapes of which the entity has rows
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     */
    SeriesRows(UUID entity, int key, Map<Integer, Shape> shapes, long startTs, long endTs) {
        this.entity = entity;
        this.startTs = startTs;
        this.endTs = endTs;
        shapes.forEach((id, shape) -> {
            int position = shape.position(key);
            if (Shape.isMixed(id)) {
                inPartitions.add(ofMixedRows("ts_row", id, key));
                outside.add(ofMixedRows("ts_row_catch_all", id, key));
            } else if (position >= 0) {
                inPartitions.add(ofShape("ts_row", id, position));
                outside.add(ofShape("ts_row_catch_all", id, position));
            }
        });
    }

    private String ofShape(String table, int shape, int position) {
        return "select ts, seq, vals -> %d as val from %s where %s"
                .formatted(position, table, inRange(shape));
    }

    private String ofMixedRows(String table, int shape, int key) {
        return """
        select ts, (vals -> '%1$d' ->> 1)::bigint as seq, vals -> '%1$d' -> 0 as val from %2$s
         where %3$s and jsonb_exists(vals, '%1$d')
        """
                .formatted(key, table, inRange(shape));
    }

    /** COPY takes no parameters. */
    private String inRange(int shape) {
        return "entity_id = '%s' and shape_id = %d and ts >= %d and ts < %d"
                .formatted(entity, shape, startTs, endTs);
    }

    /** Receives values in the order of their time. */
    @FunctionalInterface
    interface Values {

        /** @param json the value in its jsonb form */
        void add(long ts, String json);
    }

    /** @param limit the greatest number of values, from the beginning of the order; {@link #ALL} for no limit */
    void read(Connection connection, Order order, int limit, Duration timeout, Values values)
            throws SQLException {
        if (inPartitions.isEmpty()) {
            return;
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local statement_timeout = " + timeout.toMillis());
            List<String> branches = new ArrayList<>(inPartitions);
            branches.addAll(withRows(statement, outside));
            String query = limit == ALL ? all(branches, order) : first(branches, order, limit);
            try (CopyOutRows rows = new CopyOutRows(connection, query)) {
                forward(rows, values);
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** Rows outside the partitions are rare, and a query of one branch takes two thirds of the time of one of two. */
    private static List<String> withRows(Statement statement, List<String> branches)
            throws SQLException {
        List<String> found = new ArrayList<>();
        for (String branch : branches) {
            try (ResultSet row = statement.executeQuery(branch + " limit 1")) {
                if (row.next()) {
                    found.add(branch);
                }
            }
        }
        return found;
    }

    /** Each branch has the order of its index, so the database can merge the branches instead of sorting all rows. */
    private static String all(List<String> branches, Order order) {
        List<String> sorted =
                branches.stream().map(branch -> branch + " order by ts " + order).toList();
        return sorted.size() == 1
                ? sorted.getFirst()
                : "select ts, seq, val from " + union(sorted) + " order by ts " + order;
    }

    /**
     * Deleted values do not count for the limit, nor do several values of a timestamp. Offset 0 keeps the database from
     * taking the value out of the row twice, for the condition and for the result.
     */
    private static String first(List<String> branches, Order order, int limit) {
        List<String> limited =
                branches.stream()
                        .map(branch ->
                                "select ts, seq, val from (%1$s order by ts %2$s offset 0) r where val <> 'null' order by ts %2$s limit %3$d"
                                        .formatted(branch, order, limit))
                        .toList();
        return limited.size() == 1
                ? limited.getFirst()
                : "select distinct on (ts) ts, seq, val from %s order by ts %s, seq desc limit %d"
                        .formatted(union(limited), order, limit);
    }

    private static String union(List<String> queries) {
        return queries.stream().collect(joining(") union all (", "((", ")) r"));
    }

    private static void forward(CopyOutRows rows, Values values) throws SQLException {
        long ts = 0;
        long seq = 0;
        @Nullable String last = null;
        while (rows.next()) {
            @Nullable String json = rows.json();
            if (json == null || json.equals(DELETED)) {
                continue;
            }
            if (last != null && rows.ts() != ts) {
                values.add(ts, last);
            } else if (last != null && rows.seq() < seq) {
                continue;
            }
            ts = rows.ts();
            seq = rows.seq();
            last = json;
        }
        if (last != null) {
            values.add(ts, last);
        }
    }
}
