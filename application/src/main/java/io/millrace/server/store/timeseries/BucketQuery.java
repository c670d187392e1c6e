// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static java.util.stream.Collectors.joining;

import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.platform.jsonb.JsonbValues;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the values of one key of one entity by buckets. Every shape that has the key is a branch of the query, which
 * the database can read along the primary key. The values come in the order of their time, page by page, so a query takes
 * little memory in this process, whatever their number. If a timestamp occurs more than once, the value that was written
 * last counts.
 */
final class BucketQuery {

    private static final int ROWS_AT_ONCE = 5_000;

    private final UUID entity;
    private final List<String> branches = new ArrayList<>();

    BucketQuery(UUID entity, int key, Map<Integer, Shape> shapes) {
        this.entity = entity;
        for (String table : List.of("ts_row", "ts_row_catch_all")) {
            shapes.forEach((id, shape) -> {
                int position = shape.position(key);
                if (Shape.isMixed(id)) {
                    branches.add(ofMixedRows(table, id, key));
                } else if (position >= 0) {
                    branches.add(ofShape(table, id, position));
                }
            });
        }
    }

    private static String ofShape(String table, int shape, int position) {
        return """
        select ts, seq, vals -> %d as val from %s
         where entity_id = ? and shape_id = %d and ts >= ? and ts < ?
        """
                .formatted(position, table, shape);
    }

    private static String ofMixedRows(String table, int shape, int key) {
        return """
        select ts, (vals -> '%3$d' ->> 1)::bigint as seq, vals -> '%3$d' -> 0 as val from %1$s
         where entity_id = ? and shape_id = %2$d and ts >= ? and ts < ? and jsonb_exists(vals, '%3$d')
        """
                .formatted(table, shape, key);
    }

    /** Returns the aggregates of the buckets that have values to aggregate, the earliest first. */
    List<TimedValue> run(
            Connection connection, Aggregation aggregation, TimeBuckets buckets, Duration timeout)
            throws SQLException {
        if (branches.isEmpty()) {
            return List.of();
        }
        connection.setAutoCommit(false);
        try (PreparedStatement select = connection.prepareStatement(sql())) {
            select.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
            // The driver fetches pages only inside a transaction.
            select.setFetchSize(ROWS_AT_ONCE);
            int at = 1;
            for (int i = 0; i < branches.size(); i++) {
                select.setObject(at++, entity);
                select.setLong(at++, buckets.startTs());
                select.setLong(at++, buckets.endTs());
            }
            try (ResultSet rows = select.executeQuery()) {
                return aggregate(rows, new Aggregates(aggregation, buckets));
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** Each branch is in the order of its index, so the database merges them and does not sort all rows. */
    private String sql() {
        return branches.stream()
                .map(branch -> "(" + branch + " order by ts)")
                .collect(joining(" union all ", "select ts, seq, val from (", ") r order by ts"));
    }

    private static List<TimedValue> aggregate(ResultSet rows, Aggregates aggregates)
            throws SQLException {
        long ts = 0;
        long seq = 0;
        @Nullable String last = null;
        while (rows.next()) {
            long nextTs = rows.getLong(1);
            long nextSeq = rows.getLong(2);
            if (last == null || nextTs != ts) {
                aggregates.add(ts, last);
            } else if (nextSeq < seq) {
                continue;
            }
            ts = nextTs;
            seq = nextSeq;
            last = rows.getString(3);
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
