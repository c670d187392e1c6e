// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.newDevice;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class TimeseriesDeletionIT {

    private static final DataSource DATABASE = TestDatabase.freshDatabase();
    private static final long NOW = System.currentTimeMillis();

    /** A device's first two sets of keys have shapes, all others are stored in mixed rows. */
    private static final TimeseriesSettings MOSTLY_MIXED =
            TimeseriesFixture.settings(1, 10_000, 2, Duration.ofHours(1), CommitLimits.DEFAULT);

    private TimeseriesFixture f = new TimeseriesFixture(DATABASE, TimeseriesFixture.NEVER_FLUSHED);

    @AfterEach
    void close() {
        f.close();
    }

    private void delete(LatestPolicy latest, long startTs, long endTs, String... keys) {
        delete(f.tenant, f.device, latest, startTs, endTs, keys);
    }

    private void delete(
            TenantId tenant,
            EntityId entity,
            LatestPolicy latest,
            long startTs,
            long endTs,
            String... keys) {
        f.storage.delete(
                new TimeseriesDeletion(tenant, entity, List.of(keys), startTs, endTs, latest));
    }

    private Map<String, TimedValue> latest() {
        return f.storage.reader().latest(f.tenant, f.device);
    }

    private static TimedValue timed(long ts, long value) {
        return new TimedValue(ts, new LongValue(value));
    }

    private long rows() {
        return count("");
    }

    private long mixedRows() {
        return count(" and shape_id = 0");
    }

    private long count(String condition) {
        return Stream.of("ts_row", "ts_row_catch_all")
                .mapToLong(table ->
                        JdbcClient.create(DATABASE)
                                .sql(
                                        "select count(*) from "
                                                + table
                                                + " where entity_id = ?"
                                                + condition)
                                .param(f.device.id())
                                .query(Long.class)
                                .single())
                .sum();
    }

    @Test
    void countsTheBeginningOfTheSpanInAndItsEndOut() {
        f.save(point(NOW, kv("a", 1)), point(NOW + 1, kv("a", 2)), point(NOW + 2, kv("a", 3)));

        delete(LatestPolicy.DELETE, NOW, NOW + 2, "a");

        assertThat(f.history(f.device, "a")).containsOnlyKeys(NOW + 2);
        assertThat(latest()).containsOnly(entry("a", timed(NOW + 2, 3)));
    }

    @Test
    void leavesTheOtherKeysOfAMessageAndOtherEntities() {
        EntityId other = newDevice();
        f.save(point(NOW, kv("a", 1), kv("b", 2), kv("c", 3)), point(NOW + 1, kv("b", 4)));
        await(f.write(other, point(NOW, kv("a", 1), kv("b", 2), kv("c", 3))));

        delete(LatestPolicy.DELETE, NOW, NOW + 10, "a", "c", "unknown");

        assertThat(f.history(f.device, "a")).isEmpty();
        assertThat(f.history(f.device, "c")).isEmpty();
        assertThat(f.history(f.device, "b"))
                .containsExactly(entry(NOW, new LongValue(2)), entry(NOW + 1, new LongValue(4)));
        assertThat(latest()).containsOnlyKeys("b");
        assertThat(f.history(other, "a")).hasSize(1);
        assertThat(f.storage.reader().latest(f.tenant, other)).containsOnlyKeys("a", "b", "c");
    }

    @Test
    void keepsNoRowWithoutValues() {
        f.save(point(NOW, kv("a", 1), kv("b", 2)), point(1, kv("a", 1), kv("b", 2)));

        delete(LatestPolicy.DELETE, 0, NOW + 1, "a");
        assertThat(rows()).isEqualTo(2);
        delete(LatestPolicy.DELETE, 0, NOW + 1, "b");

        assertThat(rows()).isZero();
        assertThat(latest()).isEmpty();
    }

    @Test
    void deletesFromRowsThatNameTheirKeysThemselves() {
        f.close();
        f = new TimeseriesFixture(DATABASE, MOSTLY_MIXED);
        f.save(point(NOW, kv("x", 1)));
        f.save(point(NOW, kv("y", 1)));
        f.save(point(NOW + 1, kv("a", 1), kv("b", 2)), point(1, kv("a", 3), kv("b", 4)));

        assertThat(mixedRows()).isEqualTo(2);
        delete(LatestPolicy.REWRITE, 2, NOW + 10, "a");

        assertThat(f.history(f.device, "a")).containsExactly(entry(1L, new LongValue(3)));
        assertThat(f.history(f.device, "b")).containsOnlyKeys(1L, NOW + 1);
        assertThat(latest()).containsEntry("a", timed(1, 3)).containsEntry("b", timed(NOW + 1, 2));
        delete(LatestPolicy.REWRITE, Long.MIN_VALUE, Long.MAX_VALUE, "a", "b", "x", "y");
        assertThat(rows()).isZero();
        assertThat(latest()).isEmpty();
    }

    @Test
    void deletesMoreThanOnePart() {
        TimeseriesPoint[] points =
                IntStream.range(0, 11_000)
                        .mapToObj(i -> point(NOW + i, kv("a", i), kv("b", i)))
                        .toArray(TimeseriesPoint[]::new);
        f.save(points);

        delete(LatestPolicy.DELETE, NOW + 1, NOW + 10_999, "a");

        assertThat(f.history(f.device, "a")).containsOnlyKeys(NOW, NOW + 10_999);
        assertThat(f.history(f.device, "b")).hasSize(11_000);
    }

    @Test
    void leavesLatestValuesWhereTheyAreToStay() {
        f.save(point(NOW, kv("a", 1)));

        delete(LatestPolicy.KEEP, NOW, NOW + 1, "a");

        assertThat(f.history(f.device, "a")).isEmpty();
        assertThat(latest()).containsOnly(entry("a", timed(NOW, 1)));
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE", "REWRITE"})
    void leavesLatestValuesThatAreNotOfTheSpan(LatestPolicy policy) {
        f.save(point(NOW, kv("a", 1)), point(NOW + 5, kv("a", 2)));

        delete(policy, NOW, NOW + 5, "a");

        assertThat(latest()).containsOnly(entry("a", timed(NOW + 5, 2)));
    }

    @Test
    void valuesDeletedFromMemoryAreNotFlushedAfterwards() {
        f.save(point(NOW, kv("a", 1), kv("b", 2)));

        delete(LatestPolicy.DELETE, NOW, NOW + 1, "a");
        f.close();

        assertThat(latest()).containsOnly(entry("b", timed(NOW, 2)));
    }

    @Test
    void deletesTheOlderValueOfTheTableWithTheOneInMemory() {
        f.save(point(NOW, kv("a", 1)));
        EntityId device = f.device;
        TenantId tenant = f.tenant;
        f.close();
        f = new TimeseriesFixture(DATABASE, TimeseriesFixture.NEVER_FLUSHED);
        await(
                f.write(
                        new TimeseriesWrite(
                                tenant, device, List.of(point(NOW + 5, kv("a", 2))), true, true)));

        delete(tenant, device, LatestPolicy.DELETE, NOW + 5, NOW + 6, "a");

        assertThat(f.storage.reader().latest(tenant, device)).isEmpty();
        assertThat(f.history(tenant, device, "a")).containsOnlyKeys(NOW);
    }

    @Test
    void goesBackToTheNewestValueThatIsLeft() {
        f.save(point(NOW - 7, kv("a", 1)), point(NOW, kv("a", 2), kv("b", 3)));
        f.save(point(NOW - 3, kv("a", 4), kv("c", 5)));

        delete(LatestPolicy.REWRITE, NOW, NOW + 1, "a", "b");

        assertThat(latest())
                .containsOnly(entry("a", timed(NOW - 3, 4)), entry("c", timed(NOW - 3, 5)));
    }

    @Test
    void deletesALatestValueThatHasNoSeries() {
        await(
                f.write(
                        new TimeseriesWrite(
                                f.tenant, f.device, List.of(point(NOW, kv("a", 1))), false, true)));

        delete(LatestPolicy.REWRITE, NOW, NOW + 1, "a");

        assertThat(latest()).isEmpty();
    }

    @Test
    void takesOlderValuesInAgainAfterOneOfTheFutureIsGone() {
        long future = NOW + Duration.ofDays(30_000).toMillis();
        f.save(point(future, kv("a", 1)));

        delete(LatestPolicy.DELETE, NOW, Long.MAX_VALUE, "a");
        f.save(point(NOW, kv("a", 2)));

        assertThat(latest()).containsOnly(entry("a", timed(NOW, 2)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void takesAnOlderMessageInAgainForTheDeletedKeyOnly(boolean isInTable) {
        TenantId tenant = f.tenant;
        EntityId device = f.device;
        long future = NOW + Duration.ofDays(30_000).toMillis();
        f.save(point(future, kv("a", 1), kv("b", 1), kv("c", 1)));
        if (isInTable) {
            f.close();
            f = new TimeseriesFixture(DATABASE, TimeseriesFixture.NEVER_FLUSHED);
        }

        delete(tenant, device, LatestPolicy.DELETE, NOW, Long.MAX_VALUE, "a");
        await(
                f.write(
                        new TimeseriesWrite(
                                tenant,
                                device,
                                List.of(point(NOW, kv("a", 2), kv("b", 2), kv("c", 2))),
                                true,
                                true)));

        Map<String, TimedValue> expected =
                Map.of("a", timed(NOW, 2), "b", timed(future, 1), "c", timed(future, 1));
        assertThat(f.storage.reader().latest(tenant, device)).isEqualTo(expected);
        f.close();
        assertThat(f.storage.reader().latest(tenant, device)).isEqualTo(expected);
    }

    @Test
    void takesADeletedValueInAgain() {
        f.save(point(NOW, kv("a", 1), kv("b", 1)));
        delete(LatestPolicy.DELETE, NOW, NOW + 1, "a");

        f.save(point(NOW, kv("a", 2), kv("b", 2)));

        assertThat(f.history(f.device, "a")).containsExactly(entry(NOW, new LongValue(2)));
        assertThat(latest()).containsEntry("a", timed(NOW, 2)).containsEntry("b", timed(NOW, 2));
    }

    @Test
    void aCrashBringsNothingBack() {
        f.save(point(NOW, kv("a", 1), kv("b", 2)));
        delete(LatestPolicy.DELETE, NOW, NOW + 1, "a");

        try (TimeseriesFixture next =
                new TimeseriesFixture(DATABASE, TimeseriesFixture.NEVER_FLUSHED)) {
            assertThat(next.storage.reader().latest(f.tenant, f.device))
                    .containsOnly(entry("b", timed(NOW, 2)));
        }
    }

    @Test
    void anotherTenantDeletesNothing() {
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

        delete(stranger, f.device, LatestPolicy.DELETE, 0, Long.MAX_VALUE, "a");

        assertThat(f.history(f.device, "a")).hasSize(1);
        assertThat(latest()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE", "REWRITE"})
    void neverLosesALatestValueThatIsWrittenMeanwhile(LatestPolicy policy) {
        f.close();
        f =
                new TimeseriesFixture(
                        DATABASE,
                        TimeseriesFixture.settings(
                                2, 100, 64, Duration.ofMillis(5), CommitLimits.DEFAULT));
        for (int i = 0; i < 20; i++) {
            long ts = NOW + 2L * i;
            f.save(point(ts, kv("a", i)));
            CompletableFuture<Void> newer = f.write(f.device, point(ts + 1, kv("a", -i)));

            delete(policy, ts, ts + 1, "a");
            await(newer);

            assertThat(latest()).containsOnly(entry("a", timed(ts + 1, -i)));
        }
    }
}
