// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.answer.AnswerSize;
import io.millrace.server.store.answer.BoundedSelect;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Reads time series and latest values, including every acknowledged write. A tenant sees only the values of its own
 * entities. Calls block for up to ten seconds and throw {@link DataAccessException} if the database does not answer.
 * Thread-safe.
 */
public final class TimeseriesReader {

    /** Maximum number of values of a key in one query. */
    public static final int GREATEST_LIMIT = 100_000;

    private static final int TIMEOUT_SECONDS = 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(TIMEOUT_SECONDS);

    private static final String LATEST =
            "select shape_id, ts, seq, vals as val from ts_latest l where entity_id = ?";

    private static final BoundedSelect ALL_LATEST =
            new BoundedSelect(LATEST, "shape_id, ts, seq", "shape_id");

    private static final BoundedSelect LATEST_BY_KEY =
            new BoundedSelect(
                    LATEST
                            + """
                             and (-shape_id = any(?)
                               or exists (select from ts_shape s where s.id = l.shape_id and s.keys && ?))\
                            """,
                    "shape_id, ts, seq",
                    "shape_id");

    private final JdbcTemplate jdbc;
    private final EntityKeys keys;
    private final LatestValues overlay;
    private final AnswerLimit limit;

    TimeseriesReader(
            DataSource dataSource,
            KeyDictionary keys,
            TenantDictionary<Shape> shapes,
            LatestValues overlay,
            AnswerLimit limit) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.keys = new EntityKeys(keys, shapes, TIMEOUT);
        this.overlay = overlay;
        this.limit = limit;
    }

    /** Returns the keys for which the entity has a latest value, in alphabetical order. */
    public List<String> keys(TenantId tenant, EntityId entity) {
        return inConnection(connection -> readKeys(connection, tenant, entity.id()));
    }

    /**
     * Returns the latest value of each key of the entity, in alphabetical order of the keys.
     *
     * @throws StoreException if the values are too large for one answer
     */
    public Map<String, TimedValue> latest(TenantId tenant, EntityId entity) {
        return inConnection(connection -> {
            // Read memory first: a value that is flushed in between is then found in the table.
            Map<Integer, Sample> samples = overlay.of(entity.id());
            LatestRows rows = new LatestRows(entity, limit, "name the keys that you need");
            ALL_LATEST.read(
                    connection,
                    limit,
                    (select, first) -> select.setObject(first, entity.id()),
                    rows);
            rows.addTo(samples, keys.ofLatest(connection, tenant, rows.ids()));
            return named(samples, keys.names(connection, tenant, samples.keySet()));
        });
    }

    /**
     * Returns the latest values of the given keys, in alphabetical order; keys without a value are absent.
     *
     * @throws StoreException if the values are too large for one answer
     */
    public Map<String, TimedValue> latest(
            TenantId tenant, EntityId entity, Collection<String> wanted) {
        return inConnection(connection -> {
            Collection<Integer> ids =
                    keys.numbers(connection, tenant, List.copyOf(wanted)).values();
            Map<Integer, Sample> samples = overlay.of(entity.id());
            samples.keySet().retainAll(ids);
            LatestRows rows = new LatestRows(entity, limit, "name fewer keys");
            LATEST_BY_KEY.read(
                    connection,
                    limit,
                    (select, first) -> {
                        Array numbers = connection.createArrayOf("int4", ids.toArray());
                        select.setObject(first, entity.id());
                        select.setArray(first + 1, numbers);
                        select.setArray(first + 2, numbers);
                    },
                    rows);
            rows.addTo(samples, keys.ofLatest(connection, tenant, rows.ids()));
            samples.keySet().retainAll(ids);
            return named(samples, keys.names(connection, tenant, samples.keySet()));
        });
    }

    /**
     * Returns the values of each key in the time span, in the order of the query, or their aggregate if the query has
     * an aggregation. Keys without values are absent.
     *
     * @throws StoreException if the limit is less than 1 or greater than {@value #GREATEST_LIMIT}, or if the values are
     *     too large for one answer
     */
    public Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, Range range) {
        if (range.limit() < 1 || range.limit() > GREATEST_LIMIT) {
            throw new StoreException(
                    "expected a limit between 1 and %d, got %d"
                            .formatted(GREATEST_LIMIT, range.limit()));
        }
        return inConnection(connection -> readRange(connection, tenant, entity, range));
    }

    /**
     * Returns the aggregate of each bucket that has values of a key to aggregate, by key, the earliest first; its time is
     * the middle of the bucket. Keys without values are absent.
     *
     * @param aggregation any but {@link Aggregation#NONE}
     */
    public Map<String, List<TimedValue>> aggregates(
            TenantId tenant,
            EntityId entity,
            Collection<String> wanted,
            Aggregation aggregation,
            TimeBuckets buckets) {
        return inConnection(connection ->
                series(
                        connection,
                        tenant,
                        entity.id(),
                        wanted,
                        (key, shapes) ->
                                new BucketQuery(entity.id(), key, shapes, buckets)
                                        .run(connection, aggregation, TIMEOUT)));
    }

    /**
     * Returns where the value of a key came from.
     *
     * @param ts milliseconds since the epoch
     */
    public ValueOrigin origin(TenantId tenant, EntityId entity, String key, long ts) {
        return inConnection(connection -> {
            @Nullable Integer id = keys.numbers(connection, tenant, List.of(key)).get(key);
            if (id == null) {
                return new ValueOrigin.NoValue();
            }
            Map<Integer, Shape> shapes = keys.shapes(connection, tenant, entity.id());
            return new OriginQuery(entity.id(), id, shapes).run(connection, ts, TIMEOUT);
        });
    }

    private <R> R inConnection(ConnectionCallback<R> read) {
        @Nullable R result = jdbc.execute(read);
        if (result == null) {
            throw new IllegalStateException("the read returned null");
        }
        return result;
    }

    private List<String> readKeys(Connection connection, TenantId tenant, UUID entity)
            throws SQLException {
        Set<Integer> ids = new HashSet<>(overlay.of(entity).keySet());
        keys.ofLatest(connection, tenant, readRowIds(connection, entity))
                .values()
                .forEach(shape -> shape.forEach(ids::add));
        Entries<String> names = keys.names(connection, tenant, ids);
        return ids.stream().map(names::entry).filter(Objects::nonNull).sorted().toList();
    }

    private static List<Integer> readRowIds(Connection connection, UUID entity)
            throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement("select shape_id from ts_latest where entity_id = ?")) {
            select.setQueryTimeout(TIMEOUT_SECONDS);
            select.setObject(1, entity);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getInt(1));
                }
            }
        }
        return ids;
    }

    private static Map<String, TimedValue> named(
            Map<Integer, Sample> samples, Entries<String> names) {
        Map<String, TimedValue> latest = new TreeMap<>();
        samples.forEach((key, sample) -> {
            @Nullable String name = names.entry(key);
            if (name != null) {
                latest.put(name, new TimedValue(sample.ts(), sample.value()));
            }
        });
        return latest;
    }

    private Map<String, List<TimedValue>> readRange(
            Connection connection, TenantId tenant, EntityId entity, Range range)
            throws SQLException {
        AnswerSize size =
                new AnswerSize(
                        limit,
                        "the values of the range of " + entity,
                        "ask for fewer keys, a shorter range or a lower limit");
        return series(
                connection,
                tenant,
                entity.id(),
                range.keys(),
                (key, shapes) ->
                        new SeriesQuery(entity.id(), key, shapes)
                                .run(connection, range, TIMEOUT, size));
    }

    /** Reads one series. */
    private interface OneSeries {

        /** @param shapes the shapes of which the entity has rows */
        List<TimedValue> read(int key, Map<Integer, Shape> shapes) throws SQLException;
    }

    private Map<String, List<TimedValue>> series(
            Connection connection,
            TenantId tenant,
            UUID entity,
            Collection<String> wanted,
            OneSeries query)
            throws SQLException {
        Map<String, Integer> ids = keys.numbers(connection, tenant, List.copyOf(wanted));
        Map<String, List<TimedValue>> result = new LinkedHashMap<>();
        if (!ids.isEmpty()) {
            Map<Integer, Shape> known = keys.shapes(connection, tenant, entity);
            for (Map.Entry<String, Integer> key : ids.entrySet()) {
                List<TimedValue> values = query.read(key.getValue(), known);
                if (!values.isEmpty()) {
                    result.put(key.getKey(), values);
                }
            }
        }
        return result;
    }
}
