// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.timeseries.RowEncoder.EncodedWrite;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Writes batches of time series. Latest values that are also in the series go to memory and are flushed later; the
 * others go to their table in the same transaction. Used by one thread.
 */
final class TimeseriesWriter implements BatchWriter<TimeseriesWrite> {

    private final RowEncoder encoder;
    private final SeriesTable series;
    private final LatestValues latest;
    private final EntityGroups<WriterSequence> sequences;
    private final ValueWatch watch;

    TimeseriesWriter(
            RowEncoder encoder,
            SeriesTable series,
            LatestValues latest,
            EntityGroups<WriterSequence> sequences,
            ValueWatch watch) {
        this.encoder = encoder;
        this.series = series;
        this.latest = latest;
        this.sequences = sequences;
        this.watch = watch;
    }

    @Override
    public void prepare(Transactions transactions, List<TimeseriesWrite> writes)
            throws SQLException, InterruptedException {
        latest.awaitRoom();
        encoder.prepare(transactions, writes);
    }

    @Override
    public Runnable write(Connection connection, Batch<TimeseriesWrite> batch) throws SQLException {
        List<SeriesRow> history = new ArrayList<>();
        List<LatestRow> behind = new ArrayList<>();
        List<LatestRow> atOnce = new ArrayList<>();
        Set<UUID> withoutLatest = new HashSet<>();
        List<EncodedWrite> writes = encoder.encode(connection, batch);
        for (EncodedWrite encoded : writes) {
            if (encoded.write().history()) {
                history.addAll(encoded.rows());
                if (encoded.write().latest()) {
                    addLatest(encoded.rows(), behind);
                } else {
                    withoutLatest.add(encoded.write().entity().id());
                }
            } else if (encoded.write().latest()) {
                addLatest(encoded.rows(), atOnce);
            }
        }
        secureOverwritten(withoutLatest, behind, atOnce);
        Runnable afterInsert = series.insert(connection, history, atOnce.isEmpty());
        LatestTable.upsert(connection, atOnce);
        return () -> {
            afterInsert.run();
            latest.add(behind, written(writes));
            report(writes);
        };
    }

    /** The greatest number that each writer of the rows has assigned. */
    private Map<Long, Long> written(List<EncodedWrite> writes) {
        Map<Long, Long> written = new HashMap<>();
        for (EncodedWrite encoded : writes) {
            WriterSequence sequence = sequences.of(encoded.write().entity().id());
            written.put(sequence.writer(), sequence.last());
        }
        return written;
    }

    private void report(List<EncodedWrite> writes) {
        for (EncodedWrite encoded : writes) {
            TimeseriesWrite write = encoded.write();
            if (write.latest() && watch.watches(write.entity().id())) {
                watch.timeseriesSaved(write.entity().id(), write.points());
            }
        }
    }

    /**
     * Secures latest values that a crash could lose. A row that must not become the latest value may overwrite a row
     * whose latest value is only in memory; after a crash, recovery would not find that value. Therefore the latest
     * values of such entities are written to their table in the same transaction.
     */
    private void secureOverwritten(
            Set<UUID> entities, List<LatestRow> behind, List<LatestRow> atOnce) {
        if (entities.isEmpty()) {
            return;
        }
        for (UUID entity : entities) {
            atOnce.addAll(latest.rowsOf(entity));
        }
        for (LatestRow row : behind) {
            if (entities.contains(row.entity())) {
                atOnce.add(row);
            }
        }
    }

    private static void addLatest(List<SeriesRow> rows, List<LatestRow> to) {
        rows.forEach(row -> to.addAll(LatestRow.of(row)));
    }
}
