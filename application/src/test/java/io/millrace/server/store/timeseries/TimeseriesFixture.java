// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A storage over a database, with short methods for tests. */
final class TimeseriesFixture implements AutoCloseable {

    /** As in production, but latest values stay in memory until the end. */
    static final TimeseriesSettings NEVER_FLUSHED =
            settings(1, 10_000, 64, Duration.ofHours(1), CommitLimits.DEFAULT);

    final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    final EntityId device = newDevice();
    final JdbcTemplate jdbc;
    final StorageHealth health = new StorageHealth();
    final TimeseriesStorage storage;

    TimeseriesFixture(DataSource dataSource, TimeseriesSettings settings) {
        this(dataSource, settings, KeyDictionary.DEFAULT_BOUND, Clock.systemUTC());
    }

    TimeseriesFixture(DataSource dataSource, TimeseriesSettings settings, AnswerLimit limit) {
        this(dataSource, settings, KeyDictionary.DEFAULT_BOUND, limit, Clock.systemUTC());
    }

    TimeseriesFixture(
            DataSource dataSource, TimeseriesSettings settings, int keyBound, Clock clock) {
        this(dataSource, settings, keyBound, AnswerLimit.DEFAULT, clock);
    }

    private TimeseriesFixture(
            DataSource dataSource,
            TimeseriesSettings settings,
            int keyBound,
            AnswerLimit limit,
            Clock clock) {
        jdbc = new JdbcTemplate(dataSource);
        try {
            storage =
                    TimeseriesStorage.open(
                            dataSource,
                            new Transactions(dataSource, health),
                            new KeyDictionary(keyBound),
                            settings,
                            limit,
                            ValueWatch.NONE,
                            clock);
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static TimeseriesSettings settings(
            int writers,
            int shapesPerTenant,
            int shapesPerEntity,
            Duration flushInterval,
            CommitLimits limits) {
        return new TimeseriesSettings(
                writers, shapesPerTenant, shapesPerEntity, 10, 1, 1 << 26, flushInterval, limits);
    }

    static EntityId newDevice() {
        return new DeviceId(TimeOrderedUuid.next()).entity();
    }

    static TimeseriesPoint point(long ts, KeyValue... values) {
        return new TimeseriesPoint(ts, List.of(values));
    }

    static KeyValue kv(String key, long value) {
        return new KeyValue(key, new LongValue(value));
    }

    CompletableFuture<Void> write(EntityId entity, TimeseriesPoint... points) {
        return write(new TimeseriesWrite(tenant, entity, List.of(points), true, true));
    }

    CompletableFuture<Void> write(TimeseriesWrite write) {
        return storage.save(write).toCompletableFuture();
    }

    void save(TimeseriesPoint... points) {
        await(write(device, points));
    }

    SortedMap<Long, Value> history(EntityId entity, String key) {
        return history(tenant, entity, key);
    }

    SortedMap<Long, Value> history(TenantId owner, EntityId entity, String key) {
        Range all =
                new Range(
                        List.of(key),
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        TimeseriesReader.GREATEST_LIMIT,
                        Order.ASC,
                        Aggregation.NONE);
        SortedMap<Long, Value> values = new TreeMap<>();
        storage.reader()
                .range(owner, entity, all)
                .getOrDefault(key, List.of())
                .forEach(value -> values.put(value.ts(), value.value()));
        return values;
    }

    Optional<UUID> message(TenantId owner, EntityId entity, String key, long ts) {
        return storage.reader().origin(owner, entity, key, ts)
                        instanceof ValueOrigin.Message(UUID id)
                ? Optional.of(id)
                : Optional.empty();
    }

    static void await(CompletableFuture<?>... answers) {
        await(Arrays.asList(answers));
    }

    static void await(List<? extends CompletableFuture<?>> answers) {
        answers.forEach(answer -> answer.orTimeout(60, TimeUnit.SECONDS).join());
    }

    @Override
    public void close() {
        storage.close();
    }
}
