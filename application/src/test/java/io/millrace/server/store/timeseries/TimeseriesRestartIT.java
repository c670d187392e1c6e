// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.newDevice;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.CommitLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a storage leaves to the next one, and what that makes of it. */
final class TimeseriesRestartIT extends OneTimeseriesStorage {

    private static final long NOW = System.currentTimeMillis();

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

    /** In the row of a later message the value was deleted. */
    @Test
    void recoversTheValueThatADeletionLeftBehind() {
        TimeseriesFixture f = open(TimeseriesFixture.NEVER_FLUSHED);
        f.save(point(NOW - 1, kv("a", 1), kv("b", 1)));
        f.save(point(NOW, kv("a", 2), kv("b", 2)));
        f.storage.delete(
                new TimeseriesDeletion(
                        f.tenant,
                        f.device,
                        List.of("a"),
                        NOW,
                        NOW + 1,
                        TimeseriesDeletion.LatestPolicy.REWRITE));

        try (TimeseriesFixture next = reopen(TimeseriesFixture.NEVER_FLUSHED)) {
            assertThat(next.storage.reader().latest(f.tenant, f.device))
                    .containsOnly(
                            Map.entry("a", new TimedValue(NOW - 1, new LongValue(1))),
                            Map.entry("b", new TimedValue(NOW, new LongValue(2))));
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
    void flushesLatestValuesInTheBackgroundAndAtTheEnd() {
        TimeseriesFixture f =
                open(
                        TimeseriesFixture.settings(
                                2, 100, 64, Duration.ofMillis(20), CommitLimits.DEFAULT));
        f.save(point(NOW, kv("a", 1)));

        org.awaitility.Awaitility.await()
                .untilAsserted(() ->
                        assertThat(
                                        f.jdbc.queryForList(
                                                "select vals::text from ts_latest", String.class))
                                .containsExactly("[1]"));
        f.save(point(NOW, kv("a", 2)));
        f.close();

        assertThat(f.jdbc.queryForObject("select vals::text from ts_latest", String.class))
                .isEqualTo("[2]");
        assertThat(f.storage.statistics().latestBytes()).isZero();
    }

    private static int checkpoints(TimeseriesFixture f) {
        return f.jdbc.queryForList("select 1 from ts_checkpoint").size();
    }

    private TimeseriesFixture reopen(TimeseriesSettings settings) {
        return new TimeseriesFixture(
                Objects.requireNonNull(fixture.jdbc.getDataSource()), settings);
    }
}
