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
import io.millrace.message.telemetry.Value.DoubleValue;
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
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import io.millrace.server.store.timeseries.TimeseriesStorage.Statistics;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeseriesStorageIT {

    private static final long NOW = System.currentTimeMillis();

    @SuppressWarnings("NullAway.Init") // each test opens one
    private TimeseriesFixture fixture;

    private TimeseriesFixture open(TimeseriesSettings settings) {
        fixture = new TimeseriesFixture(TestDatabase.freshDatabase(), settings);
        return fixture;
    }

    @AfterEach
    void close() {
        fixture.close();
    }

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
    void learnsOnceWhereTheRowsOfAFormerProcessEnd() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        for (int i = 0; i < 50; i++) {
            f.save(point(NOW + i, kv("k", i)));
        }
        try (TimeseriesFixture next = reopen(TimeseriesSettings.DEFAULT)) {
            for (int i = 0; i < 50; i++) {
                await(
                        next.write(
                                new TimeseriesWrite(
                                        f.tenant,
                                        f.device,
                                        List.of(point(NOW + i, kv("k", -i))),
                                        true,
                                        true)));
            }

            assertThat(next.storage.statistics().batchesRepeated()).isEqualTo(1);
            assertThat(next.storage.statistics().rowsMerged()).isEqualTo(50);
            assertThat(next.history(f.tenant, f.device, "k"))
                    .hasSize(50)
                    .containsEntry(NOW + 49, new LongValue(-49));
        }
    }

    @Test
    void makesGoodLatestValuesThatACrashKeptFromTheirTable() {
        TimeseriesFixture f = open(TimeseriesFixture.NEVER_FLUSHED);
        EntityId far = newDevice();
        f.save(point(NOW, kv("a", 1), kv("b", 2)));
        f.save(point(NOW - 10, kv("a", 3)));
        f.save(point(NOW, kv("b", 4)));
        await(f.write(far, point(1, new KeyValue("a", new DoubleValue(0.5)))));
        assertThat(f.jdbc.queryForObject("select count(*) from ts_latest", Long.class)).isZero();
        await(
                f.write(
                        new TimeseriesWrite(
                                f.tenant,
                                f.device,
                                List.of(point(NOW + 5, kv("a", 9))),
                                true,
                                false)));

        try (TimeseriesFixture next = reopen(TimeseriesFixture.NEVER_FLUSHED)) {
            assertThat(next.storage.reader().latest(f.tenant, f.device))
                    .containsOnly(
                            Map.entry("a", new TimedValue(NOW, new LongValue(1))),
                            Map.entry("b", new TimedValue(NOW, new LongValue(4))));
            assertThat(next.storage.reader().latest(f.tenant, far))
                    .containsOnly(Map.entry("a", new TimedValue(1, new DoubleValue(0.5))));
        }
    }

    @Test
    void leavesNothingToRecoverWhenItStopsInOrder() {
        TimeseriesFixture f = open(TimeseriesFixture.NEVER_FLUSHED);
        f.save(point(NOW, kv("a", 1)));
        assertThat(checkpoints(f)).isPositive();

        f.close();

        assertThat(checkpoints(f)).isZero();
        assertThat(f.jdbc.queryForObject("select count(*) from ts_latest", Long.class)).isOne();
    }

    @Test
    void flushesAtTheEndWhatCameAfterAFlushThatFailed() {
        TimeseriesFixture f =
                open(
                        TimeseriesFixture.settings(
                                2, 100, 64, Duration.ofMillis(20), CommitLimits.DEFAULT));
        f.jdbc.execute(
                """
                create sequence refused_flushes;
                create function refuse_flush() returns trigger language plpgsql as
                $$ begin perform nextval('refused_flushes'); raise exception 'refused'; end $$;
                create trigger refuse before insert on ts_latest execute function refuse_flush()
                """);
        f.save(point(NOW, kv("a", 1)));
        org.awaitility.Awaitility.await()
                .until(() -> hasRows(f, "select 1 from refused_flushes where is_called"));
        f.save(point(NOW, kv("b", 1)));
        f.jdbc.execute("drop trigger refuse on ts_latest");

        f.close();

        assertThat(f.jdbc.queryForObject("select count(*) from ts_latest", Long.class))
                .isEqualTo(2);
        assertThat(checkpoints(f)).isZero();
    }

    private static int checkpoints(TimeseriesFixture f) {
        return f.jdbc.queryForList("select 1 from ts_checkpoint").size();
    }

    private static boolean hasRows(TimeseriesFixture f, String query) {
        return !f.jdbc.queryForList(query).isEmpty();
    }

    @Test
    void flushesLatestValuesInTheBackgroundAndAtTheEnd() {
        TimeseriesFixture f =
                open(
                        TimeseriesFixture.settings(
                                2, 100, 64, Duration.ofMillis(20), CommitLimits.DEFAULT));
        f.save(point(NOW, kv("a", 1)));

        org.awaitility.Awaitility.await()
                .untilAsserted(() ->
                        assertThat(
                                        f.jdbc.queryForObject(
                                                "select val::text from ts_latest", String.class))
                                .isEqualTo("1"));
        f.save(point(NOW, kv("a", 2)));
        f.close();

        assertThat(f.jdbc.queryForObject("select val::text from ts_latest", String.class))
                .isEqualTo("2");
        assertThat(f.storage.statistics().latestBytes()).isZero();
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

    @ParameterizedTest(name = "{0} rows at once")
    @ValueSource(ints = {1, 32, 33, 500})
    void keepsTheMessageOfEachRowWhetherItIsInsertedOrCopied(int rows) {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        UUID message = TimeOrderedUuid.next();
        TimeseriesPoint[] points =
                IntStream.range(0, rows)
                        .mapToObj(i -> point(NOW + i, kv("k" + i % 2, i)))
                        .toArray(TimeseriesPoint[]::new);

        await(f.write(broughtBy(message, points)));

        assertThat(f.storage.statistics().rowsCopied()).isEqualTo(rows);
        for (int i = 0; i < rows; i++) {
            assertThat(f.message(f.tenant, f.device, "k" + i % 2, NOW + i)).contains(message);
        }
    }

    @Test
    void keepsTheMessageWhereTheRowIsInTheCatchAllTable() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        UUID first = TimeOrderedUuid.next();
        UUID last = TimeOrderedUuid.next();
        long tomorrowAndABit = NOW + Duration.ofHours(25).toMillis();

        await(f.write(broughtBy(first, point(1, kv("k", 1)), point(tomorrowAndABit, kv("k", 2)))));
        await(f.write(broughtBy(last, point(1, kv("k", 3)))));

        assertThat(f.message(f.tenant, f.device, "k", 1)).contains(last);
        assertThat(f.message(f.tenant, f.device, "k", tomorrowAndABit)).contains(first);
    }

    @Test
    void keepsTheMessagesOfTheOtherWritesWhenOneIsRefused() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        Value poison = new JsonValue("{\"n\":1e400000}");
        List<UUID> messages = Stream.generate(TimeOrderedUuid::next).limit(100).toList();
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            KeyValue value = i == 50 ? new KeyValue("k", poison) : kv("k", i);
            writes.add(f.write(broughtBy(messages.get(i), point(NOW + i, value))));
        }
        CompletableFuture<Void> poisoned = writes.remove(50);

        await(writes);

        assertThatThrownBy(() -> await(poisoned)).hasCauseInstanceOf(StoreException.class);
        assertThat(f.storage.reader().origin(f.tenant, f.device, "k", NOW + 50))
                .isEqualTo(new ValueOrigin.NoValue());
        for (int i = 0; i < 100; i++) {
            if (i != 50) {
                assertThat(f.message(f.tenant, f.device, "k", NOW + i)).contains(messages.get(i));
            }
        }
    }

    @Test
    void namesOnlyTheMessageOfTheLastWriteWhereMessagesShareAMixedRow() {
        TimeseriesFixture f =
                open(
                        TimeseriesFixture.settings(
                                1, 1, 64, Duration.ofHours(1), CommitLimits.DEFAULT));
        f.save(point(NOW - 1, kv("the tenant's only shape", 1)));
        UUID first = TimeOrderedUuid.next();
        UUID last = TimeOrderedUuid.next();

        await(f.write(broughtBy(first, point(NOW, kv("a", 1), kv("b", 1)))));
        assertThat(f.message(f.tenant, f.device, "a", NOW)).contains(first);
        await(f.write(broughtBy(last, point(NOW, kv("b", 2), kv("c", 2)))));

        assertThat(
                        f.jdbc.queryForObject(
                                "select count(*) from ts_row where shape_id = 0", Long.class))
                .isEqualTo(1);
        assertThat(f.history(f.device, "a")).containsExactly(Map.entry(NOW, new LongValue(1)));
        assertThat(f.storage.reader().origin(f.tenant, f.device, "a", NOW))
                .isEqualTo(new ValueOrigin.Unknown());
        assertThat(f.message(f.tenant, f.device, "b", NOW)).contains(last);
        assertThat(f.message(f.tenant, f.device, "c", NOW)).contains(last);
        assertThat(f.storage.reader().origin(f.tenant, f.device, "d", NOW))
                .isEqualTo(new ValueOrigin.NoValue());
    }

    @Test
    void knowsNoMessageOfRowsFromBeforeTheColumn() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        await(f.write(broughtBy(TimeOrderedUuid.next(), point(NOW, kv("k", 1)))));
        f.jdbc.update("update ts_row set message_id = null");

        assertThat(f.storage.reader().origin(f.tenant, f.device, "k", NOW))
                .isEqualTo(new ValueOrigin.Unknown());
    }

    @Test
    void namesTheMessageOfAValueThatIsLeftInItsRow() {
        TimeseriesFixture f = open(TimeseriesSettings.DEFAULT);
        UUID message = TimeOrderedUuid.next();
        await(f.write(broughtBy(message, point(NOW, kv("a", 1), kv("b", 2)))));

        f.storage.delete(
                new TimeseriesDeletion(
                        f.tenant, f.device, List.of("a"), NOW, NOW + 1, LatestPolicy.DELETE));

        assertThat(f.storage.reader().origin(f.tenant, f.device, "a", NOW))
                .isEqualTo(new ValueOrigin.NoValue());
        assertThat(f.message(f.tenant, f.device, "b", NOW)).contains(message);
        assertThat(f.message(new TenantId(TimeOrderedUuid.next()), f.device, "b", NOW)).isEmpty();
    }

    private TimeseriesWrite broughtBy(UUID message, TimeseriesPoint... points) {
        return new TimeseriesWrite(
                fixture.tenant, fixture.device, List.of(points), true, true, 0, null, message);
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

    private TimeseriesFixture reopen(TimeseriesSettings settings) {
        return new TimeseriesFixture(
                Objects.requireNonNull(fixture.jdbc.getDataSource()), settings);
    }
}
