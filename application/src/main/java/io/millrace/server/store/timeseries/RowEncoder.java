// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes writes as rows: replaces keys by numbers and sets of keys by shapes. New keys and shapes are first added to
 * the dictionaries, for the whole batch at once and in separate transactions. Used by one thread.
 */
final class RowEncoder {

    private final KeyDictionary keys;
    private final TenantDictionary<Shape> shapes;
    private final EntityShapes entityShapes;
    private final WriterSequence sequence;

    RowEncoder(
            KeyDictionary keys,
            TenantDictionary<Shape> shapes,
            EntityShapes entityShapes,
            WriterSequence sequence) {
        this.keys = keys;
        this.shapes = shapes;
        this.entityShapes = entityShapes;
        this.sequence = sequence;
    }

    /** A write and its rows. */
    record EncodedWrite(TimeseriesWrite write, List<SeriesRow> rows) {}

    private record KeyedWrite(int index, TimeseriesWrite write, List<KeyedPoint> points) {

        UUID entity() {
            return write.entity().id();
        }
    }

    /** Returns the writes with their rows; refused writes are omitted. */
    List<EncodedWrite> encode(Connection connection, Batch<TimeseriesWrite> batch)
            throws SQLException {
        internKeys(connection, batch.items());
        List<KeyedWrite> writes = withNumbers(connection, batch);
        Set<UUID> entities = new HashSet<>();
        writes.forEach(write -> entities.add(write.entity()));
        entityShapes.load(connection, entities);
        internShapes(connection, writes);
        List<EncodedWrite> encoded = new ArrayList<>(writes.size());
        for (KeyedWrite write : writes) {
            try {
                Entries<Shape> known = shapes.entries(connection, write.write().tenant());
                encoded.add(new EncodedWrite(write.write(), rows(write, known)));
            } catch (StoreException e) {
                batch.refuse(write.index(), e);
            }
        }
        return encoded;
    }

    private void internKeys(Connection connection, List<TimeseriesWrite> writes)
            throws SQLException {
        Map<TenantId, Set<String>> unknown = new HashMap<>();
        for (TimeseriesWrite write : writes) {
            Entries<String> known = keys.keys(connection, write.tenant());
            for (TimeseriesPoint point : write.points()) {
                for (KeyValue keyValue : point.values()) {
                    if (known.id(keyValue.key()) == 0) {
                        unknown.computeIfAbsent(write.tenant(), _ -> new HashSet<>())
                                .add(keyValue.key());
                    }
                }
            }
        }
        for (Map.Entry<TenantId, Set<String>> entry : unknown.entrySet()) {
            keys.intern(connection, entry.getKey(), entry.getValue());
        }
    }

    private List<KeyedWrite> withNumbers(Connection connection, Batch<TimeseriesWrite> batch)
            throws SQLException {
        List<TimeseriesWrite> items = batch.items();
        List<KeyedWrite> writes = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            TimeseriesWrite write = items.get(i);
            Entries<String> numbers = keys.keys(connection, write.tenant());
            @Nullable String missing = firstWithoutNumber(write, numbers);
            if (missing == null) {
                List<KeyedPoint> points = new ArrayList<>(write.points().size());
                for (TimeseriesPoint point : write.points()) {
                    if (!point.values().isEmpty()) {
                        points.add(KeyedPoint.of(point, numbers));
                    }
                }
                writes.add(new KeyedWrite(i, write, points));
            } else {
                batch.refuse(i, keys.refusal(missing));
            }
        }
        return writes;
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

    private void internShapes(Connection connection, List<KeyedWrite> writes) throws SQLException {
        Map<TenantId, Set<Shape>> unknown = new HashMap<>();
        Map<UUID, Integer> newShapes = new HashMap<>();
        for (KeyedWrite write : writes) {
            TenantId tenant = write.write().tenant();
            Entries<Shape> known = shapes.entries(connection, tenant);
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
        for (Map.Entry<TenantId, Set<Shape>> entry : unknown.entrySet()) {
            shapes.intern(connection, entry.getKey(), entry.getValue());
        }
    }

    private List<SeriesRow> rows(KeyedWrite write, Entries<Shape> known) {
        List<SeriesRow> rows = new ArrayList<>(write.points().size());
        for (KeyedPoint point : write.points()) {
            int shapeId = known.id(point.keys());
            boolean admitted =
                    shapeId != Shape.MIXED && entityShapes.admit(write.entity(), shapeId);
            rows.add(
                    SeriesRow.of(
                            write.entity(),
                            point,
                            admitted ? shapeId : Shape.MIXED,
                            sequence.next(write.write().latest())));
        }
        return rows;
    }
}
