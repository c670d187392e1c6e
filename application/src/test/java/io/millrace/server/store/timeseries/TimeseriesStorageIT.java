// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.newDevice;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.TimestampRange;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.timeseries.TimeseriesStorage.Statistics;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeseriesStorageIT extends OneTimeseriesStorage {

    private static final long NOW = System.currentTimeMillis();

    @Test
    void storesAllOtherWritesWhenOneIsRefused() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        // JSON has no bound for numbers, but PostgreSQL's numeric does: only the database finds
        // this out.
        Value poison = new JsonValue("{\"n\":1e400000}");
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            KeyValue value = i == 250 ? new KeyValue("k", poison) : kv("k", i);
            writes.add(f.write(f.device, point(NOW + i, value)));
        }

        CompletableFuture<Void> poisoned = writes.remove(250);

        await(writes);
        assertThatThrownBy(() -> await(poisoned))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreException.class);
        assertThat(f.history(f.device, "k")).hasSize(499).doesNotContainKey(NOW + 250);
        assertThat(f.storage.reader().latest(f.tenant, f.device))
                .containsEntry("k", new TimedValue(NOW + 499, new LongValue(499)));
    }

    @Test
    void keepsOthersOnTheFastWayWhenADeviceRepeatsItsTimeStamp() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        List<EntityId> others = IntStream.range(0, 10).mapToObj(_ -> newDevice()).toList();
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            writes.add(f.write(f.device, point(NOW, kv("k", i))));
            for (EntityId other : others) {
                writes.add(f.write(other, point(NOW + i, kv("k", i))));
            }
        }

        await(writes);

        Statistics statistics = f.storage.statistics();
        assertThat(statistics.rowsCopied()).isEqualTo(10 * 200 + 1);
        assertThat(statistics.rowsMerged()).isBetween(1L, 199L);
        assertThat(statistics.batchesRepeated()).isZero();
        assertThat(f.history(f.device, "k")).containsExactly(Map.entry(NOW, new LongValue(199)));
    }

    @Test
    void refusesOnlyWritesWithKeysBeyondTheTenantsBound() {
        fixture =
                new TimeseriesFixture(
                        TestDatabase.freshDatabase(),
                        TimeseriesSettings.DEFAULT,
                        3,
                        Clock.systemUTC());
        TimeseriesFixture f = fixture;
        f.save(point(NOW, kv("a", 1), kv("b", 1), kv("c", 1)));

        CompletableFuture<Void> known = f.write(f.device, point(NOW + 1, kv("a", 2)));
        CompletableFuture<Void> beyond = f.write(f.device, point(NOW + 1, kv("d", 2)));
        CompletableFuture<Void> foreign =
                f.write(
                        new TimeseriesWrite(
                                new TenantId(TimeOrderedUuid.next()),
                                newDevice(),
                                List.of(point(NOW, kv("d", 1))),
                                true,
                                true));

        await(known, foreign);
        assertThatThrownBy(() -> await(beyond))
                .hasRootCauseInstanceOf(StoreException.class)
                .hasMessageContaining("the tenant already has the maximum of 3 keys");
    }

    @Test
    void readsRowsOfAnyShapeWhenTheTenantHasNoFurtherShapes() {
        TimeseriesFixture f =
                open(
                        TimeseriesFixture.settings(
                                1, 2, 64, Duration.ofHours(1), CommitLimits.DEFAULT));
        f.save(point(NOW, kv("a", 1)));
        f.save(point(NOW, kv("a", 2), kv("b", 2)));
        f.save(point(NOW, kv("b", 3), kv("c", 3)));
        f.save(point(NOW, kv("c", 4), kv("d", 4)));
        f.save(point(NOW, kv("a", 5)));

        assertThat(
                        f.jdbc.queryForObject(
                                "select count(*) from ts_row where shape_id = 0", Long.class))
                .isEqualTo(1);
        assertThat(f.history(f.device, "a")).containsExactly(Map.entry(NOW, new LongValue(5)));
        assertThat(f.history(f.device, "b")).containsExactly(Map.entry(NOW, new LongValue(3)));
        assertThat(f.history(f.device, "c")).containsExactly(Map.entry(NOW, new LongValue(4)));
        assertThat(f.history(f.device, "d")).containsExactly(Map.entry(NOW, new LongValue(4)));
    }

    @Test
    void doesNotLetOneDeviceTakeAllShapesOfItsTenant() {
        TimeseriesFixture f =
                open(
                        TimeseriesFixture.settings(
                                1, 100, 4, Duration.ofHours(1), CommitLimits.DEFAULT));
        for (int i = 0; i < 20; i++) {
            f.save(point(NOW + i, kv("k" + i, i)));
        }

        assertThat(f.jdbc.queryForObject("select count(*) from ts_shape", Long.class))
                .isLessThanOrEqualTo(4);
        assertThat(f.history(f.device, "k19")).containsOnlyKeys(NOW + 19);
    }

    @Test
    void cutsARangeByLimitOnTheSideThatTheOrderAsksFor() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        for (int i = 0; i < 10; i++) {
            f.save(point(NOW + i, kv("a", i)));
            f.save(point(NOW + i, kv("a", i), kv("b", i)));
        }

        assertThat(
                        timestamps(
                                new Range(
                                        List.of("a", "none"),
                                        NOW,
                                        NOW + 9,
                                        3,
                                        Order.DESC,
                                        Aggregation.NONE)))
                .containsExactly(NOW + 8, NOW + 7, NOW + 6);
        assertThat(
                        timestamps(
                                new Range(
                                        List.of("a"),
                                        NOW + 1,
                                        NOW + 9,
                                        3,
                                        Order.ASC,
                                        Aggregation.NONE)))
                .containsExactly(NOW + 1, NOW + 2, NOW + 3);
    }

    private List<Long> timestamps(Range query) {
        return fixture
                .storage
                .reader()
                .range(fixture.tenant, fixture.device, query)
                .getOrDefault("a", List.of())
                .stream()
                .map(TimedValue::ts)
                .toList();
    }

    @Test
    void showsNothingToAnotherTenant() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        TenantId stranger = new TenantId(TimeOrderedUuid.next());
        f.save(point(NOW, kv("a", 1)));
        await(
                f.write(
                        new TimeseriesWrite(
                                stranger,
                                newDevice(),
                                List.of(point(NOW, kv("a", 1))),
                                true,
                                true)));

        assertThat(f.storage.reader().keys(stranger, f.device)).isEmpty();
        assertThat(f.history(stranger, f.device, "a")).isEmpty();
    }

    @Test
    void findsTheLatestValuesThatItIsAskedFor() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        f.save(point(NOW, kv("b", 1), kv("a", 2)));

        assertThat(f.storage.reader().keys(f.tenant, f.device)).containsExactly("a", "b");
        assertThat(f.storage.reader().latest(f.tenant, f.device, List.of("b", "none")))
                .containsOnlyKeys("b");
    }

    @Test
    void putsTimeStampsOutsideTheWindowIntoTheCatchAllTable() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        long tomorrowAndABit = NOW + Duration.ofHours(25).toMillis();
        long elevenYearsAgo = NOW - Duration.ofDays(11 * 366).toMillis();
        f.save(
                point(NOW, kv("k", 1)),
                point(elevenYearsAgo, kv("k", 2)),
                point(tomorrowAndABit, kv("k", 3)),
                point(TimestampRange.LAST, kv("k", 4)),
                point(TimestampRange.FIRST, kv("k", 5)));

        assertThat(f.jdbc.queryForObject("select count(*) from ts_row", Long.class)).isEqualTo(1);
        assertThat(f.history(f.device, "k"))
                .containsOnlyKeys(
                        NOW,
                        elevenYearsAgo,
                        tomorrowAndABit,
                        TimestampRange.LAST,
                        TimestampRange.FIRST);
    }

    @Test
    void refusesTimestampsOutsideTheRange() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);

        assertThatThrownBy(() ->
                        await(
                                f.write(
                                        f.device,
                                        point(1, kv("k", 1)),
                                        point(Long.MAX_VALUE, kv("k", 2)))))
                .hasRootCauseInstanceOf(StoreException.class)
                .hasRootCauseMessage(TimestampRange.refusal("ts", Long.MAX_VALUE));
        assertThat(f.history(f.device, "k")).isEmpty();
    }

    @Test
    void storesMessagesWithMoreKeysThanAShapeHas() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        KeyValue[] many =
                IntStream.range(0, 1_000).mapToObj(i -> kv("k" + i, i)).toArray(KeyValue[]::new);

        f.save(point(NOW, many));

        assertThat(f.history(f.device, "k777")).containsExactly(Map.entry(NOW, new LongValue(777)));
        assertThat(f.storage.reader().latest(f.tenant, f.device)).hasSize(1_000);
    }

    @Test
    void usesTheLastValueOfARepeatedKeyInAPoint() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);

        f.save(new TimeseriesPoint(NOW, List.of(kv("a", 1), kv("b", 2), kv("a", 3))));

        assertThat(f.history(f.device, "a")).containsValue(new LongValue(3));
        assertThat(f.history(f.device, "b")).containsValue(new LongValue(2));
    }
}
