// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random writes with few keys and timestamps, so that they conflict, compared with a model of plain maps. */
class TimeseriesModelIT {

    private static final int ROUNDS = 4;
    private static final int WRITES = 300;
    private static final String[] KEYS = {"a", "b", "c", "d", "e", "f"};

    /** The sets of keys that a message may have. */
    private static final int SHAPES = (1 << KEYS.length) - 1;

    private final Random random = new Random();
    private final Map<EntityId, Map<String, NavigableMap<Long, Value>>> history = new HashMap<>();
    private final Map<EntityId, Map<String, TimedValue>> latest = new HashMap<>();
    private final Map<Place, UUID> messages = new HashMap<>();
    private final List<EntityId> devices =
            IntStream.range(0, 4).mapToObj(_ -> TimeseriesFixture.newDevice()).toList();
    private final long base = System.currentTimeMillis();

    private record Place(EntityId entity, String key, long ts) {}

    @ParameterizedTest(name = "{0} writers, {1} shapes a tenant, {2} an entity, {3} writes a batch")
    @CsvSource({"1, 10000, 64, 4000", "2, 10, 64, 50", "2, 10000, 3, 7", "1, 1, 2, 4000"})
    void readsWhatAModelRemembers(int writers, int perTenant, int perEntity, int batch) {
        long seed = new Random().nextLong();
        System.out.println("seed of TimeseriesModelIT: " + seed);
        random.setSeed(seed);
        DataSource database = TestDatabase.freshDatabase();
        TimeseriesSettings settings =
                settings(writers, perTenant, perEntity, Duration.ofMillis(10), batch);
        TimeseriesSettings dying =
                settings(writers, perTenant, perEntity, Duration.ofHours(1), batch);
        TimeseriesFixture first = new TimeseriesFixture(database, settings);
        List<TimeseriesFixture> dead = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            // Every round is a process of its own; every second one dies without having flushed.
            boolean dies = round % 2 == 0;
            TimeseriesFixture fixture = new TimeseriesFixture(database, dies ? dying : settings);
            List<CompletableFuture<Void>> writes = new ArrayList<>();
            for (int i = 0; i < WRITES; i++) {
                TimeseriesWrite write = randomWrite(first);
                remember(write);
                writes.add(fixture.write(write));
            }
            TimeseriesFixture.await(writes);
            check(first, fixture);
            checkMessages(first, fixture, perEntity > SHAPES && perTenant > SHAPES);
            if (dies) {
                dead.add(fixture);
            } else {
                fixture.close();
            }
        }
        dead.forEach(TimeseriesFixture::close);
        first.close();
    }

    private static TimeseriesSettings settings(
            int writers, int perTenant, int perEntity, Duration flushInterval, int batch) {
        return TimeseriesFixture.settings(
                writers,
                perTenant,
                perEntity,
                flushInterval,
                new CommitLimits(batch, 1 << 20, 1 << 26));
    }

    private TimeseriesWrite randomWrite(TimeseriesFixture owner) {
        List<TimeseriesPoint> points = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            points.add(new TimeseriesPoint(randomTs(), randomValues()));
        }
        return new TimeseriesWrite(
                owner.tenant,
                devices.get(random.nextInt(devices.size())),
                points,
                random.nextInt(10) > 0,
                random.nextInt(10) > 0,
                0,
                null,
                TimeOrderedUuid.next());
    }

    private long randomTs() {
        return switch (random.nextInt(10)) {
            case 0 -> random.nextInt(5);
            case 1 -> base + Duration.ofDays(40).toMillis() + random.nextInt(3);
            case 2 -> base - Duration.ofDays(400).toMillis() + random.nextInt(3);
            default -> base - random.nextInt(40);
        };
    }

    private List<KeyValue> randomValues() {
        List<KeyValue> values = new ArrayList<>();
        for (String key : KEYS) {
            if (random.nextBoolean()) {
                values.add(new KeyValue(key, randomValue()));
            }
        }
        return values;
    }

    private Value randomValue() {
        return switch (random.nextInt(5)) {
            case 0 -> new BooleanValue(random.nextBoolean());
            case 1 ->
                    new DoubleValue(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
            case 2 -> new StringValue("\"'\\,{}\t" + random.nextInt());
            case 3 -> new JsonValue("{\"n\":[" + random.nextInt() + ",\"a b\"]}");
            default -> new LongValue(random.nextLong());
        };
    }

    private void remember(TimeseriesWrite write) {
        for (TimeseriesPoint point : write.points()) {
            for (KeyValue keyValue : point.values()) {
                if (write.history()) {
                    history.computeIfAbsent(write.entity(), _ -> new HashMap<>())
                            .computeIfAbsent(keyValue.key(), _ -> new TreeMap<>())
                            .put(point.ts(), keyValue.value());
                    messages.put(
                            new Place(write.entity(), keyValue.key(), point.ts()), write.message());
                }
                if (write.latest()) {
                    latest.computeIfAbsent(write.entity(), _ -> new TreeMap<>())
                            .merge(
                                    keyValue.key(),
                                    new TimedValue(point.ts(), keyValue.value()),
                                    (before, now) -> now.ts() >= before.ts() ? now : before);
                }
            }
        }
    }

    private void check(TimeseriesFixture owner, TimeseriesFixture fixture) {
        for (EntityId device : devices) {
            assertThat(fixture.storage.reader().latest(owner.tenant, device))
                    .isEqualTo(latest.getOrDefault(device, Map.of()));
            for (String key : KEYS) {
                NavigableMap<Long, Value> expected =
                        history.getOrDefault(device, Map.of()).getOrDefault(key, new TreeMap<>());
                assertThat(fixture.history(owner.tenant, device, key)).isEqualTo(expected);
                checkNewest(owner, fixture, device, key, expected);
            }
        }
    }

    /** @param all whether every value has a known message, because no row is mixed */
    private void checkMessages(TimeseriesFixture owner, TimeseriesFixture fixture, boolean all) {
        messages.forEach((place, message) -> {
            if (random.nextInt(4) == 0) {
                ValueOrigin origin =
                        fixture.storage
                                .reader()
                                .origin(owner.tenant, place.entity(), place.key(), place.ts());
                if (all || origin instanceof ValueOrigin.Message) {
                    assertThat(origin).as("%s", place).isEqualTo(new ValueOrigin.Message(message));
                } else {
                    assertThat(origin).as("%s", place).isEqualTo(new ValueOrigin.Unknown());
                }
            }
        });
    }

    private void checkNewest(
            TimeseriesFixture owner,
            TimeseriesFixture fixture,
            EntityId device,
            String key,
            NavigableMap<Long, Value> expected) {
        int limit = 1 + random.nextInt(20);
        Range query =
                new Range(List.of(key), base - 30, base - 5, limit, Order.DESC, Aggregation.NONE);
        List<TimedValue> newest =
                expected
                        .subMap(base - 30, true, base - 5, false)
                        .descendingMap()
                        .entrySet()
                        .stream()
                        .limit(limit)
                        .map(entry -> new TimedValue(entry.getKey(), entry.getValue()))
                        .toList();
        assertThat(
                        fixture.storage
                                .reader()
                                .range(owner.tenant, device, query)
                                .getOrDefault(key, List.of()))
                .isEqualTo(newest);
    }
}
