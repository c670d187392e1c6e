// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.SQLException;

/** Creates writers. They share the dictionaries, latest values and counters; all other state belongs to one writer. */
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

    /** Creates a writer with a new writer number. */
    TimeseriesWriter create(Transactions transactions) throws SQLException, InterruptedException {
        WriterSequence sequence = transactions.patiently(WriterSequence::open);
        latest.register(sequence.writer(), sequence.last());
        int entities =
                Math.max(ENTITIES_IN_MEMORY / settings.writers(), settings.commit().batchItems());
        EntityShapes entityShapes = new EntityShapes(entities, settings.shapesPerEntity());
        return new TimeseriesWriter(
                new RowEncoder(keys, shapes, entityShapes, sequence),
                new SeriesTable(entityShapes, window, counters),
                latest,
                sequence,
                watch);
    }
}
