// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static java.util.Objects.requireNonNull;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes writes as rows: replaces keys by numbers and sets of keys by shapes. New keys and shapes are added to the
 * dictionaries before, for the whole batch at once and in separate transactions. Used by one thread.
 */
final class RowEncoder {

    private final KeyDictionary keys;
    private final TenantDictionary<Shape> shapes;
    private final EntityShapes entityShapes;
    private final EntityGroups<WriterSequence> sequences;

    RowEncoder(
            KeyDictionary keys,
            TenantDictionary<Shape> shapes,
            EntityShapes entityShapes,
            EntityGroups<WriterSequence> sequences) {
        this.keys = keys;
        this.shapes = shapes;
        this.entityShapes = entityShapes;
        this.sequences = sequences;
    }

    /** A write and its rows. */
    record EncodedWrite(TimeseriesWrite write, List<SeriesRow> rows) {}

    /**
     * A write whose keys are replaced by numbers.
     *
     * @param refusal why that is not possible, or null
     */
    private record KeyedWrite(
            TimeseriesWrite write, List<KeyedPoint> points, @Nullable StoreException refusal) {

        UUID entity() {
            return write.entity().id();
        }
    }

    /** The writes of the latest call of {@link #prepare}, in their order. */
    private List<KeyedWrite> prepared = List.of();

    /** Adds the new keys and shapes of the writes to the dictionaries, in transactions of their own. */
    void prepare(Transactions transactions, List<TimeseriesWrite> writes)
            throws SQLException, InterruptedException {
        Set<TenantId> tenants = new HashSet<>();
        writes.forEach(write -> tenants.add(write.tenant()));
        Map<TenantId, Entries<String>> numbers = keys.keys(transactions, tenants);
        numbers.putAll(keys.intern(transactions, unknownKeys(writes, numbers)));
        prepared = withNumbers(writes, numbers);
        Set<UUID> entities = new HashSet<>();
        prepared.forEach(write -> entities.add(write.entity()));
        if (entityShapes.misses(entities)) {
            transactions.patiently(connection -> entityShapes.load(connection, entities));
        }
        Map<TenantId, Entries<Shape>> known = shapes.entries(transactions, tenants);
        var _ = shapes.intern(transactions, unknownShapes(prepared, known));
    }

    /** Returns the prepared writes with their rows; refused writes are omitted. */
    List<EncodedWrite> encode(Connection connection, Batch<TimeseriesWrite> batch)
            throws SQLException {
        List<KeyedWrite> writes = preparedOf(batch.items());
        List<EncodedWrite> encoded = new ArrayList<>(writes.size());
        for (int i = 0; i < writes.size(); i++) {
            KeyedWrite write = writes.get(i);
            StoreException refusal = write.refusal();
            if (refusal != null) {
                batch.refuse(i, refusal);
                continue;
            }
            try {
                Entries<Shape> known = shapes.entries(connection, write.write().tenant());
                encoded.add(new EncodedWrite(write.write(), rows(write, known)));
            } catch (StoreException e) {
                batch.refuse(i, e);
            }
        }
        return encoded;
    }

    /** The prepared writes; only those of the batch, if some were left out after the preparation. */
    private List<KeyedWrite> preparedOf(List<TimeseriesWrite> writes) {
        if (writes.size() == prepared.size()) {
            return prepared;
        }
        IdentityHashMap<TimeseriesWrite, KeyedWrite> all = new IdentityHashMap<>();
        prepared.forEach(write -> all.put(write.write(), write));
        return writes.stream().map(write -> requireNonNull(all.get(write))).toList();
    }

    private static Map<TenantId, Set<String>> unknownKeys(
            List<TimeseriesWrite> writes, Map<TenantId, Entries<String>> numbers) {
        Map<TenantId, Set<String>> unknown = new HashMap<>();
        for (TimeseriesWrite write : writes) {
            Entries<String> known = requireNonNull(numbers.get(write.tenant()));
            for (TimeseriesPoint point : write.points()) {
                for (KeyValue keyValue : point.values()) {
                    if (known.id(keyValue.key()) == 0) {
                        unknown.computeIfAbsent(write.tenant(), _ -> new HashSet<>())
                                .add(keyValue.key());
                    }
                }
            }
        }
        return unknown;
    }

    private List<KeyedWrite> withNumbers(
            List<TimeseriesWrite> writes, Map<TenantId, Entries<String>> numbersOf) {
        List<KeyedWrite> keyed = new ArrayList<>(writes.size());
        for (TimeseriesWrite write : writes) {
            Entries<String> numbers = requireNonNull(numbersOf.get(write.tenant()));
            @Nullable String missing = firstWithoutNumber(write, numbers);
            if (missing == null) {
                int ttlMinutes = TimeToLive.ofSeconds(write.ttl());
                List<KeyedPoint> points = new ArrayList<>(write.points().size());
                for (TimeseriesPoint point : write.points()) {
                    if (!point.values().isEmpty()) {
                        points.add(KeyedPoint.of(point, numbers, ttlMinutes));
                    }
                }
                keyed.add(new KeyedWrite(write, points, null));
            } else {
                keyed.add(new KeyedWrite(write, List.of(), keys.refusal(missing)));
            }
        }
        return keyed;
    }

    private static @Nullable String firstWithoutNumber(
            TimeseriesWrite write, Entries<String> numbers) {
        for (TimeseriesPoint point : write.points()) {
            for (KeyValue keyValue : point.values()) {
                if (numbers.id(keyValue.key()) == 0) {
                    return keyValue.key();
                }
            }
        }
        return null;
    }

    private Map<TenantId, Set<Shape>> unknownShapes(
            List<KeyedWrite> writes, Map<TenantId, Entries<Shape>> shapesOf) {
        Map<TenantId, Set<Shape>> unknown = new HashMap<>();
        Map<UUID, Integer> newShapes = new HashMap<>();
        for (KeyedWrite write : writes) {
            TenantId tenant = write.write().tenant();
            Entries<Shape> known = requireNonNull(shapesOf.get(tenant));
            for (KeyedPoint point : write.points()) {
                Shape shape = point.keys();
                if (shape.size() <= Shape.MOST_KEYS
                        && write.write().history()
                        && known.id(shape) == 0
                        && entityShapes.hasRoom(
                                write.entity(), newShapes.getOrDefault(write.entity(), 0))
                        && unknown.computeIfAbsent(tenant, _ -> new HashSet<>()).add(shape)) {
                    newShapes.merge(write.entity(), 1, Integer::sum);
                }
            }
        }
        return unknown;
    }

    private List<SeriesRow> rows(KeyedWrite write, Entries<Shape> known) {
        List<SeriesRow> rows = new ArrayList<>(write.points().size());
        for (KeyedPoint point : write.points()) {
            int shapeId = known.id(point.keys());
            boolean admitted =
                    !Shape.isMixed(shapeId) && entityShapes.admit(write.entity(), shapeId);
            rows.add(
                    SeriesRow.of(
                            write.entity(),
                            point,
                            admitted ? shapeId : point.keys().mixedId(),
                            sequences.of(write.entity()).next(write.write().latest()),
                            write.write().message()));
        }
        return rows;
    }
}
