// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.TimestampRange;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Period;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Stores time series and latest values in PostgreSQL. Entities are divided into groups. Writes are gathered into
 * transactions: of all groups together, or, under a high load, of each group by a thread of its own. Stages complete on
 * these threads, so dependent stages must not block.
 */
public final class TimeseriesStorage implements TimeseriesStore, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TimeseriesStorage.class);
    private static final int BYTES_PER_WRITE = 200;
    private static final int BYTES_PER_VALUE = 60;

    private final GroupCommitter<TimeseriesWrite> committer;
    private final LatestValues latest;
    private final LatestFlusher flusher;
    private final WriteCounters counters;
    private final TimeseriesReader reader;
    private final WatchedValues watched;
    private final TimeseriesDeleter deleter;
    private final ValueWatch watch;

    private TimeseriesStorage(
            GroupCommitter<TimeseriesWrite> committer,
            LatestValues latest,
            LatestFlusher flusher,
            WriteCounters counters,
            TimeseriesReader reader,
            WatchedValues watched,
            TimeseriesDeleter deleter,
            ValueWatch watch) {
        this.committer = committer;
        this.latest = latest;
        this.flusher = flusher;
        this.counters = counters;
        this.reader = reader;
        this.watched = watched;
        this.deleter = deleter;
        this.watch = watch;
    }

    /** Opens a storage whose writes no client watches. */
    public static TimeseriesStorage open(
            DataSource dataSource,
            Transactions transactions,
            KeyDictionary keys,
            TimeseriesSettings settings,
            Clock clock)
            throws SQLException, InterruptedException {
        return open(
                dataSource,
                transactions,
                keys,
                settings,
                AnswerLimit.DEFAULT,
                ValueWatch.NONE,
                clock);
    }

    /**
     * Opens the storage: creates partitions, recovers latest values that were lost in a crash, and starts the writers.
     *
     * @param dataSource the migrated database; needs one connection for each writer and two more
     * @param limit the limit of each read of values
     * @param watch receives the stored values of watched entities
     * @throws SQLException if the database refuses a statement
     * @throws InterruptedException if the thread is interrupted while it waits for the database
     */
    public static TimeseriesStorage open(
            DataSource dataSource,
            Transactions transactions,
            KeyDictionary keys,
            TimeseriesSettings settings,
            AnswerLimit limit,
            ValueWatch watch,
            Clock clock)
            throws SQLException, InterruptedException {
        Window window =
                new Window(
                        Period.ofYears(settings.yearsBack()),
                        Period.ofDays(settings.daysAhead()),
                        clock);
        Partitions partitions = new Partitions(transactions, window, settings.yearsBack(), clock);
        partitions.makeAhead();
        recoverLatestValues(transactions);

        LatestValues latest = new LatestValues(settings.latestBytes());
        WriterFactory writers = new WriterFactory(keys, settings, window, latest, watch);
        int groups = settings.writers();
        GroupCommitter<TimeseriesWrite> committer =
                new GroupCommitter<>(
                        "timeseries",
                        transactions,
                        writers.create(transactions),
                        write -> EntityGroups.number(write.entity().id(), groups),
                        TimeseriesWrite::lease,
                        settings.commit());
        LatestFlusher flusher =
                new LatestFlusher(
                        transactions,
                        latest,
                        partitions,
                        settings.flushInterval(),
                        clock,
                        () -> committer.bytesUnderWay() == 0);
        flusher.start();
        return new TimeseriesStorage(
                committer,
                latest,
                flusher,
                writers.counters(),
                new TimeseriesReader(dataSource, keys, writers.shapes(), latest, limit),
                new WatchedValues(dataSource, keys, writers.shapes(), latest, limit),
                new TimeseriesDeleter(
                        dataSource,
                        new EntityKeys(keys, writers.shapes(), TimeseriesDeleter.TIMEOUT),
                        latest,
                        flusher),
                watch);
    }

    private static void recoverLatestValues(Transactions transactions)
            throws SQLException, InterruptedException {
        int recovered = transactions.patiently(LatestRecovery::run);
        if (recovered > 0) {
            log.info("Rebuilt {} latest values that the previous run had not flushed", recovered);
        }
    }

    @Override
    public CompletionStage<Void> save(TimeseriesWrite write) {
        if (!write.history() && !write.latest()) {
            return CompletableFuture.completedStage(null);
        }
        for (TimeseriesPoint point : write.points()) {
            if (!TimestampRange.contains(point.ts())) {
                return CompletableFuture.failedStage(
                        new StoreException(TimestampRange.refusal("ts", point.ts())));
            }
        }
        return committer.submit(write, bytes(write));
    }

    /**
     * Deletes values. Blocks until they are deleted, including all writes that were acknowledged before the call.
     * Values that are written during the call may or may not be deleted; a latest value that is newer than the span
     * always stays. If the call fails, some values may already be deleted; repeating the call deletes the rest.
     *
     * @throws DataAccessException if the database does not answer
     */
    public void delete(TimeseriesDeletion deletion) {
        deleter.delete(deletion, this);
        if (watch.watches(deletion.entity().id())) {
            watch.changed(deletion.entity().id());
        }
    }

    /** Returns the reader of the stored values. */
    public TimeseriesReader reader() {
        return reader;
    }

    /** Returns the reader of the changed values of many entities. */
    public WatchedValues watchedValues() {
        return watched;
    }

    /** Returns the counts of written rows since the start, and the current waiting writes. */
    public Statistics statistics() {
        return new Statistics(
                counters.rowsCopied(),
                counters.rowsMerged(),
                counters.batchesRepeated(),
                committer.waitingItems(),
                committer.bytesUnderWay(),
                latest.bytesHeld());
    }

    /**
     * Figures for metrics.
     *
     * @param rowsCopied rows that were written without looking for an earlier one, by {@code COPY} if they were many
     * @param rowsMerged rows that were written by the slower upsert, because they were not newer than all others of
     *     their entity and shape
     * @param batchesRepeated batches that were repeated because a row to be copied already existed
     * @param waitingWrites writes that wait for their transaction
     * @param bytesUnderWay approximate bytes of unfinished writes
     * @param latestBytes approximate bytes of latest values that are not flushed yet
     */
    public record Statistics(
            long rowsCopied,
            long rowsMerged,
            long batchesRepeated,
            int waitingWrites,
            long bytesUnderWay,
            long latestBytes) {}

    /** Writes all accepted items, flushes the latest values, and stops; gives up if the database is unavailable. */
    @Override
    public void close() {
        committer.close();
        flusher.close();
    }

    private static long bytes(TimeseriesWrite write) {
        long bytes = BYTES_PER_WRITE;
        for (TimeseriesPoint point : write.points()) {
            for (KeyValue keyValue : point.values()) {
                Value value = keyValue.value();
                bytes += BYTES_PER_VALUE + keyValue.key().length();
                bytes +=
                        switch (value) {
                            case StringValue(String text) -> text.length();
                            case JsonValue(String text) -> text.length();
                            default -> 0;
                        };
            }
        }
        return bytes;
    }
}
