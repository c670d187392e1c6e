// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.TaskFailures;
import io.millrace.server.store.timeseries.LatestValues.Flush;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flushes latest values from memory to their table and records its progress in checkpoints. Once a day its thread also
 * creates the partitions of the coming months. It has its own thread, because both the interval and the amount of data
 * trigger a flush.
 */
final class LatestFlusher implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LatestFlusher.class);
    private static final Duration PARTITION_INTERVAL = Duration.ofDays(1);

    /** Longest time between checkpoints. A writer without a checkpoint for a day counts as ended. */
    private static final Duration LONGEST_SILENCE = Duration.ofHours(1);

    private static final int ROWS_PER_TRANSACTION = 5_000;

    private final Transactions transactions;
    private final LatestValues latest;
    private final Partitions partitions;
    private final Duration interval;
    private final Clock clock;
    private final BooleanSupplier areWritesEnded;
    private final Thread thread;
    private final ReentrantLock flushing = new ReentrantLock();
    private volatile boolean closed;
    private Instant lastCheckpoint;
    private Instant nextPartitions;
    private Map<Long, Long> lastWritten = Map.of();

    /**
     * @param areWritesEnded true after the last write if each was committed or refused, so that no row is in doubt
     */
    LatestFlusher(
            Transactions transactions,
            LatestValues latest,
            Partitions partitions,
            Duration interval,
            Clock clock,
            BooleanSupplier areWritesEnded) {
        this.transactions = transactions;
        this.latest = latest;
        this.partitions = partitions;
        this.interval = interval;
        this.clock = clock;
        this.areWritesEnded = areWritesEnded;
        this.lastCheckpoint = clock.instant();
        this.nextPartitions = lastCheckpoint.plus(PARTITION_INTERVAL);
        this.thread = Thread.ofPlatform().name("timeseries-latest").unstarted(this::run);
    }

    void start() {
        lastWritten = latest.written();
        thread.start();
    }

    /**
     * Flushes once more, deletes the checkpoints of its writers, which have nothing left to recover, and stops. Gives up
     * after a time limit; the next start then recovers the remaining values. Called after the last write.
     */
    @Override
    public void close() {
        closed = true;
        latest.wakeFlusher();
        try {
            if (!thread.join(transactions.farewell())) {
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException _) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed) {
                latest.awaitWork(interval);
                if (!doOrLog("flush latest values", this::flush)) {
                    latest.awaitInterval(interval);
                }
                if (!clock.instant().isBefore(nextPartitions)) {
                    nextPartitions = clock.instant().plus(PARTITION_INTERVAL);
                    doOrLog("create partitions", partitions::makeAhead);
                }
            }
            doOrLog("flush latest values", () -> exclusively(this::endWriters));
        } catch (InterruptedException _) {
            log.warn(
                    "Stopped before all latest values were flushed; the next start rebuilds them from the time "
                            + "series");
        }
    }

    /** A task of this thread. */
    private interface Task {
        void run() throws SQLException, InterruptedException;
    }

    /** Returns false if the task has failed. */
    private static boolean doOrLog(String what, Task task) throws InterruptedException {
        try {
            task.run();
            return true;
        } catch (SQLException | RuntimeException e) {
            log.error("Cannot {}; retrying in the next round", what, e);
            TaskFailures.count(Thread.currentThread().getName());
            return false;
        }
    }

    /**
     * Runs work while no flush is running.
     *
     * @return false if a flush did not end in time and the work was not run
     */
    boolean betweenFlushes(Duration patience, Runnable work) throws InterruptedException {
        if (!flushing.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        try {
            work.run();
            return true;
        } finally {
            flushing.unlock();
        }
    }

    private void flush() throws SQLException, InterruptedException {
        exclusively(() -> noteProgress(flushAll()));
    }

    private void exclusively(Task task) throws SQLException, InterruptedException {
        flushing.lockInterruptibly();
        try {
            task.run();
        } finally {
            flushing.unlock();
        }
    }

    private void endWriters() throws SQLException, InterruptedException {
        Map<Long, Long> written = flushAll();
        if (latest.bytesHeld() > 0) {
            // That repeated a flush that had failed; later values are not part of it.
            written = flushAll();
        }
        if (areWritesEnded.getAsBoolean()) {
            Set<Long> writers = written.keySet();
            transactions.patiently(connection -> deleteCheckpoints(connection, writers));
        } else {
            noteProgress(written);
        }
    }

    /** Returns, for each writer, the number up to which all its rows are flushed. */
    private Map<Long, Long> flushAll() throws SQLException, InterruptedException {
        Flush flush = latest.beginFlush();
        List<LatestRow> rows = flush.rows().stream().sorted(LatestRow.LOCK_ORDER).toList();
        for (int from = 0; from < rows.size(); from += ROWS_PER_TRANSACTION) {
            List<LatestRow> part =
                    rows.subList(from, Math.min(rows.size(), from + ROWS_PER_TRANSACTION));
            transactions.patiently(connection -> {
                LatestTable.upsert(connection, part);
                return part.size();
            });
        }
        latest.endFlush();
        return flush.written();
    }

    private void noteProgress(Map<Long, Long> written) throws SQLException, InterruptedException {
        boolean silent = lastCheckpoint.plus(LONGEST_SILENCE).isBefore(clock.instant());
        if (written.isEmpty() || (written.equals(lastWritten) && !silent)) {
            return;
        }
        transactions.patiently(connection -> saveCheckpoints(connection, written));
        lastWritten = written;
        lastCheckpoint = clock.instant();
    }

    private static int saveCheckpoints(Connection connection, Map<Long, Long> written)
            throws SQLException {
        try (PreparedStatement upsert =
                connection.prepareStatement(
                        """
                        insert into ts_checkpoint (writer, seq) values (?, ?)
                        on conflict (writer) do update
                        set seq = excluded.seq, updated_at = now()\
                        """)) {
            for (Map.Entry<Long, Long> entry : written.entrySet()) {
                upsert.setLong(1, entry.getKey());
                upsert.setLong(2, entry.getValue());
                upsert.addBatch();
            }
            return upsert.executeBatch().length;
        }
    }

    private static int deleteCheckpoints(Connection connection, Set<Long> writers)
            throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("delete from ts_checkpoint where writer = any (?)")) {
            delete.setArray(1, connection.createArrayOf("bigint", writers.toArray()));
            return delete.executeUpdate();
        }
    }
}
