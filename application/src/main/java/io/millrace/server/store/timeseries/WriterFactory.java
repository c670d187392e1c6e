// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Creates writers. They share the dictionaries, latest values, counters, and what is known of the entities; all other state
 * belongs to one writer.
 */
final class WriterFactory {

    private static final int SHAPES_IN_MEMORY = 100_000;
    private static final int ENTITIES_IN_MEMORY = 200_000;

    private final KeyDictionary keys;
    private final TenantDictionary<Shape> shapes;
    private final TimeseriesSettings settings;
    private final Window window;
    private final LatestValues latest;
    private final ValueWatch watch;
    private final WriteCounters counters = new WriteCounters();

    WriterFactory(
            KeyDictionary keys,
            TimeseriesSettings settings,
            Window window,
            LatestValues latest,
            ValueWatch watch) {
        this.keys = keys;
        this.shapes =
                new TenantDictionary<>(
                        new ShapeTable(), settings.shapesPerTenant(), SHAPES_IN_MEMORY);
        this.settings = settings;
        this.window = window;
        this.latest = latest;
        this.watch = watch;
    }

    TenantDictionary<Shape> shapes() {
        return shapes;
    }

    WriteCounters counters() {
        return counters;
    }

    /** Creates the writers. The row numbers of each group of entities are those of a new writer number. */
    List<TimeseriesWriter> create(Transactions transactions)
            throws SQLException, InterruptedException {
        int number = settings.writers();
        EntityShapes entityShapes =
                new EntityShapes(
                        number,
                        Math.max(ENTITIES_IN_MEMORY / number, settings.commit().batchItems()),
                        settings.shapesPerEntity());
        List<WriterSequence> opened = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            WriterSequence sequence = transactions.patiently(WriterSequence::open);
            latest.register(sequence.writer(), sequence.last());
            opened.add(sequence);
        }
        EntityGroups<WriterSequence> sequences = new EntityGroups<>(List.copyOf(opened));
        return Stream.generate(() -> create(entityShapes, sequences)).limit(number).toList();
    }

    private TimeseriesWriter create(
            EntityShapes entityShapes, EntityGroups<WriterSequence> sequences) {
        return new TimeseriesWriter(
                new RowEncoder(keys, shapes, entityShapes, sequences),
                new SeriesTable(entityShapes, window, counters),
                latest,
                sequences,
                watch);
    }
}
