// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The message that brought a value is kept with its row. */
final class RowMessagesIT extends OneTimeseriesStorage {

    private static final long NOW = System.currentTimeMillis();

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
}
