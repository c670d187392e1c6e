// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.server.platform.jsonb.JsonbValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Aggregates the values of one key of one entity by buckets, one value at a time. */
final class BucketQuery {

    private final SeriesRows rows;
    private final TimeBuckets buckets;

    BucketQuery(UUID entity, int key, Map<Integer, Shape> shapes, TimeBuckets buckets) {
        this.rows = new SeriesRows(entity, key, shapes, buckets.startTs(), buckets.endTs());
        this.buckets = buckets;
    }

    /** Returns the aggregates of the buckets that have values to aggregate, the earliest first. */
    List<TimedValue> run(Connection connection, Aggregation aggregation, Duration timeout)
            throws SQLException {
        Aggregates aggregates = new Aggregates(aggregation, buckets);
        rows.read(connection, Order.ASC, SeriesRows.ALL, timeout, aggregates::add);
        return aggregates.end();
    }

    /** The aggregates of consecutive buckets, which are filled one after the other. */
    private static final class Aggregates {

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

        /** Adds a value that is not earlier than those before. */
        void add(long ts, String json) {
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
