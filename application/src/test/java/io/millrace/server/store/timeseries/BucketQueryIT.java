// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.timeseries.BucketWidth.Fixed;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates by time bucket. */
class BucketQueryIT {

    private static final long NOW = System.currentTimeMillis();

    /** Outside the partitions. */
    private static final long LONG_AGO = 1_000;

    private static final TimeseriesFixture F =
            new TimeseriesFixture(TestDatabase.freshDatabase(), TimeseriesSettings.DEFAULT);

    @AfterAll
    static void close() {
        F.close();
    }

    private static Map<String, List<TimedValue>> aggregates(
            String key, Aggregation aggregation, TimeBuckets buckets) {
        return F.storage
                .reader()
                .aggregates(F.tenant, F.device, List.of(key), aggregation, buckets);
    }

    @Test
    void bucketsWithoutValuesAndKeysWithoutValuesAreAbsent() {
        F.save(point(NOW, kv("lonely", 3)));
        TimeBuckets buckets = TimeBuckets.of(NOW - 10, NOW + 20, new Fixed(10));

        assertThat(aggregates("lonely", Aggregation.SUM, buckets))
                .isEqualTo(Map.of("lonely", List.of(new TimedValue(NOW + 5, new LongValue(3)))));
        assertThat(aggregates("unknown", Aggregation.SUM, buckets)).isEmpty();
    }

    @Test
    void valuesInsideAndOutsideTheCurrentPartitionsAreAggregatedTogether() {
        F.save(point(LONG_AGO, kv("old", 1)), point(NOW, kv("old", 2)));

        assertThat(
                        aggregates(
                                "old",
                                Aggregation.SUM,
                                TimeBuckets.of(0, NOW + 1, new Fixed(NOW + 1))))
                .extractingByKey("old")
                .isEqualTo(List.of(new TimedValue((NOW + 1) / 2, new LongValue(3))));
    }

    /** Values of all types in several shapes and in mixed rows, some written twice, against a model in memory. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theyAreThoseOfAModel(long seed) {
        Random random = new Random(seed);
        String key = "model-" + seed;
        SortedMap<Long, Value> model = new TreeMap<>();
        for (int i = 0; i < 400; i++) {
            long ts = NOW - random.nextInt(1_000);
            Value value = value(random);
            List<KeyValue> values = new ArrayList<>(List.of(new KeyValue(key, value)));
            for (int other = random.nextInt(100); other < 100; other += 30) {
                values.add(kv("beside-" + other, i));
            }
            await(F.write(F.device, point(ts, values.toArray(KeyValue[]::new))));
            model.put(ts, value);
        }
        TimeBuckets buckets = TimeBuckets.of(NOW - 900, NOW - 50, new Fixed(73));

        for (Aggregation aggregation : EnumSet.complementOf(EnumSet.of(Aggregation.NONE))) {
            assertThat(aggregates(key, aggregation, buckets).getOrDefault(key, List.of()))
                    .as("%s, seed %d", aggregation, seed)
                    .isEqualTo(expected(model, aggregation, buckets));
        }
    }

    private static Value value(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> new StringValue("text " + random.nextInt(100));
            case 1 -> new BooleanValue(random.nextBoolean());
            case 2 -> new DoubleValue(random.nextInt(1_000) / 4.0);
            default -> new LongValue(random.nextInt(1_000));
        };
    }

    private static List<TimedValue> expected(
            SortedMap<Long, Value> model, Aggregation aggregation, TimeBuckets buckets) {
        List<TimedValue> all = new ArrayList<>();
        for (int bucket = 0; bucket < buckets.count(); bucket++) {
            Aggregate aggregate = new Aggregate(aggregation);
            model.subMap(buckets.startOf(bucket), buckets.endOf(bucket))
                    .values()
                    .forEach(aggregate::add);
            long middle = buckets.middleOf(bucket);
            aggregate.result().ifPresent(value -> all.add(new TimedValue(middle, value)));
        }
        return all;
    }
}
