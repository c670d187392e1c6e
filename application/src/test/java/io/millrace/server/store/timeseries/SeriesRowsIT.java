// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of more values than are read with one statement. */
class SeriesRowsIT {

    private static final long NOW = System.currentTimeMillis();

    /** Outside the partitions. */
    private static final long LONG_AGO = 1_000;

    private static final int VALUES = 1_000;

    /**
     * Timestamps have values in several shapes, in mixed rows if an entity may have few shapes, and outside the
     * partitions; some values are deleted.
     */
    @ParameterizedTest
    @CsvSource({"ASC,64", "DESC,64", "ASC,2", "DESC,2"})
    void aRangeEndsAtTheLimitWhicheverRowsItsValuesAreIn(Order order, int shapes) {
        Random random = new Random(shapes);
        NavigableMap<Long, TimedValue> model = new TreeMap<>();
        try (TimeseriesFixture f =
                new TimeseriesFixture(TestDatabase.freshDatabase(), settings(shapes))) {
            for (int i = 0; i < VALUES; i++) {
                long ts = (i % 5 == 0 ? LONG_AGO : NOW) + random.nextInt(VALUES / 2);
                List<KeyValue> values = new ArrayList<>(List.of(kv("key", i)));
                for (int beside = random.nextInt(4); beside > 0; beside--) {
                    values.add(kv("beside-" + beside, i));
                }
                var _ = f.write(f.device, point(ts, values.toArray(KeyValue[]::new)));
                model.put(ts, new TimedValue(ts, new LongValue(i)));
            }
            await(f.write(f.device, point(NOW, kv("key", VALUES))));
            model.put(NOW, new TimedValue(NOW, new LongValue(VALUES)));
            f.storage.delete(
                    new TimeseriesDeletion(
                            f.tenant,
                            f.device,
                            List.of("key"),
                            NOW + 100,
                            NOW + 150,
                            LatestPolicy.KEEP));
            model.subMap(NOW + 100, NOW + 150).clear();

            List<TimedValue> all =
                    List.copyOf((order == Order.ASC ? model : model.descendingMap()).values());
            for (int limit : new int[] {101, 150, 300, all.size() - 1, all.size(), VALUES}) {
                assertThat(range(f, order, limit))
                        .as("limit %d", limit)
                        .isEqualTo(all.subList(0, Math.min(limit, all.size())));
            }
        }
    }

    @Test
    void aRangeWithoutValuesIsAbsent() {
        try (TimeseriesFixture f =
                new TimeseriesFixture(TestDatabase.freshDatabase(), TimeseriesSettings.DEFAULT)) {
            f.save(point(NOW, kv("other", 1)));

            assertThat(range(f, Order.DESC, VALUES)).isEmpty();
        }
    }

    private static TimeseriesSettings settings(int shapes) {
        TimeseriesSettings usual = TimeseriesSettings.DEFAULT;
        return new TimeseriesSettings(
                usual.writers(),
                usual.shapesPerTenant(),
                shapes,
                usual.yearsBack(),
                usual.daysAhead(),
                usual.latestBytes(),
                usual.flushInterval(),
                usual.commit());
    }

    private static List<TimedValue> range(TimeseriesFixture f, Order order, int limit) {
        Range range = new Range(List.of("key"), 0, NOW + VALUES, limit, order, Aggregation.NONE);
        return f.storage.reader().range(f.tenant, f.device, range).getOrDefault("key", List.of());
    }
}
