// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static java.util.stream.Collectors.joining;

import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.platform.jsonb.JsonbValues;
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
 * Aggregates the values of one key of one entity by buckets. Every shape that has the key is a branch of the query, which
 * the database can read along the primary key. The values come in the order of their time and are not kept, so a query
 * takes little memory in this process, whatever their number. If a timestamp occurs more than once, the value that was written
 * last counts.
 */
final class BucketQuery {

    private final UUID entity;
    private final TimeBuckets buckets;
    private final List<String> inPartitions = new ArrayList<>();
    private final List<String> outside = new ArrayList<>();

    BucketQuery(UUID entity, int key, Map<Integer, Shape> shapes, TimeBuckets buckets) {
        this.entity = entity;
        this.buckets = buckets;
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
                .formatted(entity, shape, buckets.startTs(), buckets.endTs());
    }

    /** Returns the aggregates of the buckets that have values to aggregate, the earliest first. */
    List<TimedValue> run(Connection connection, Aggregation aggregation, Duration timeout)
            throws SQLException {
        if (inPartitions.isEmpty()) {
            return List.of();
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local statement_timeout = " + timeout.toMillis());
            List<String> branches = new ArrayList<>(inPartitions);
            branches.addAll(withRows(statement, outside));
            try (CopyOutRows rows = new CopyOutRows(connection, inOrder(branches))) {
                return aggregate(rows, new Aggregates(aggregation, buckets));
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

    /** Each branch is in the order of its index, so the database merges them and does not sort all rows. */
    private static String inOrder(List<String> branches) {
        return branches.size() == 1
                ? branches.getFirst() + " order by ts"
                : branches.stream()
                        .map(branch -> "(" + branch + " order by ts)")
                        .collect(
                                joining(
                                        " union all ",
                                        "select ts, seq, val from (",
                                        ") r order by ts"));
    }

    private static List<TimedValue> aggregate(CopyOutRows rows, Aggregates aggregates)
            throws SQLException {
        long ts = 0;
        long seq = 0;
        @Nullable String last = null;
        while (rows.next()) {
            long nextTs = rows.ts();
            long nextSeq = rows.seq();
            if (last == null || nextTs != ts) {
                aggregates.add(ts, last);
            } else if (nextSeq < seq) {
                continue;
            }
            ts = nextTs;
            seq = nextSeq;
            last = rows.json();
        }
        aggregates.add(ts, last);
        return aggregates.end();
    }

    /** The aggregates of consecutive buckets, which are filled one after the other. */
    private static final class Aggregates {

        private static final String DELETED = "null";

        private final Aggregation aggregation;
        private final TimeBuckets buckets;
        private final List<TimedValue> ended = new ArrayList<>();
        private int bucket;
        private Aggregate current;

        Aggregates(Aggregation aggregation, TimeBuckets buckets) {
            this.aggregation = aggregation;
            this.buckets = buckets;
            this.current = new Aggregate(aggregation);
        }

        /** Adds a value that is not earlier than those before; null, and a null in JSON, is no value. */
        void add(long ts, @Nullable String json) {
            if (json == null || json.equals(DELETED)) {
                return;
            }
            while (ts >= buckets.endOf(bucket)) {
                endBucket();
            }
            current.add(JsonbValues.parse(json));
        }

        private void endBucket() {
            current.result().ifPresent(this::note);
            bucket++;
            current = new Aggregate(aggregation);
        }

        private void note(Value value) {
            ended.add(new TimedValue(buckets.middleOf(bucket), value));
        }

        List<TimedValue> end() {
            current.result().ifPresent(this::note);
            return ended;
        }
    }
}
