// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A key that occurs in one of 1,000 rows: its newest values must be found without reading the other rows. */
class SparseKeyIT {

    private static final int ROWS = 200_000;
    private static final int EVERY = 1_000;
    private static final int LIMIT = 100;

    @Test
    void readsTheNewestValuesOfARareKeyByThePrimaryKeyAlone() throws SQLException {
        DataSource database = TestDatabase.freshDatabase();
        long now = System.currentTimeMillis();
        try (TimeseriesFixture f = new TimeseriesFixture(database, TimeseriesSettings.DEFAULT)) {
            f.save(point(now, kv("dense", 0), kv("other", 0)));
            f.save(point(now, kv("dense", 0), kv("other", 0), kv("rare", 0)));
            fill(f);

            List<TimedValue> newest =
                    f.storage
                            .reader()
                            .range(
                                    f.tenant,
                                    f.device,
                                    new Range(
                                            List.of("rare"),
                                            0,
                                            now + 1,
                                            LIMIT,
                                            Order.DESC,
                                            Aggregation.NONE))
                            .get("rare");

            assertThat(newest).hasSize(LIMIT);
            assertThat(newest.getFirst().ts()).isEqualTo(now);
            assertThat(newest.getLast().ts()).isEqualTo(now - (LIMIT - 1L) * EVERY * 1_000);
            checkPlan(database, f, now);
        }
    }

    private static void fill(TimeseriesFixture f) {
        f.jdbc.update(
                """
                insert into ts_row (entity_id, ts, seq, shape_id, vals)
                select r.entity_id, r.ts - i * 1000, 2, r.shape_id, r.vals
                from generate_series(1, ?) as i, ts_row r
                where jsonb_array_length(r.vals) = case when i %% %d = 0 then 3 else 2 end\
                """
                        .formatted(EVERY),
                ROWS);
        f.jdbc.execute("analyze ts_row");
    }

    private static void checkPlan(DataSource database, TimeseriesFixture f, long now)
            throws SQLException {
        int rareKey =
                Objects.requireNonNull(
                        f.jdbc.queryForObject(
                                "select id from key_dictionary where key = 'rare'", Integer.class));
        Map<Integer, Shape> shapes = new HashMap<>();
        f.jdbc.query(
                "select id, keys from ts_shape",
                row -> {
                    Integer[] keys = (Integer[]) row.getArray(2).getArray();
                    shapes.put(
                            row.getInt(1),
                            new Shape(Arrays.stream(keys).mapToInt(k -> k).toArray(), 0));
                });
        SeriesQuery series = new SeriesQuery(f.device.id(), rareKey, shapes);
        Range query = new Range(List.of("rare"), 0, now + 1, LIMIT, Order.DESC, Aggregation.NONE);
        JsonNode plan;
        try (Connection connection = database.getConnection();
                PreparedStatement explain =
                        connection.prepareStatement(
                                "explain (analyze, format json) "
                                        + SeriesQuery.sql(query.order()))) {
            series.bind(explain, query);
            try (ResultSet row = explain.executeQuery()) {
                row.next();
                plan = JsonMapper.shared().readTree(row.getString(1)).get(0).get("Plan");
            }
        }

        double rowsRead = 0;
        for (JsonNode scan : plan.findParents("Relation Name")) {
            double rows = rowsRead(scan);
            if (rows > 0) {
                assertThat(scan.get("Node Type").asString()).as(scan.toString()).contains("Index");
            }
            rowsRead += rows;
        }
        assertThat(rowsRead).isBetween((double) LIMIT, 3.0 * LIMIT);
    }

    private static double rowsRead(JsonNode scan) {
        double removed =
                scan.has("Rows Removed by Filter")
                        ? scan.get("Rows Removed by Filter").asDouble()
                        : 0;
        return scan.get("Actual Loops").asDouble() * (scan.get("Actual Rows").asDouble() + removed);
    }
}
