// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.ClusterLock;
import io.millrace.server.platform.groupcommit.SqlFault;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.RowPace;
import io.millrace.server.platform.settings.RetentionSettings;
import io.millrace.server.store.timeseries.DuePartitions.Partition;
import io.millrace.server.store.timeseries.DueRows.Deleted;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes rows of time series whose retention time has ended. Partitions in which all rows are due are emptied at once;
 * rows of others are deleted in short transactions, at a limited rate. One instance of a cluster does this at a time.
 * Latest values stay. One thread sweeps; the statistics may be read by others.
 */
public final class RetentionSweep {

    private static final Logger log = LoggerFactory.getLogger(RetentionSweep.class);

    /** Key of the advisory lock, unique in this database. */
    static final long LOCK = 0x6d72_7265_7465_6e74L;

    private static final String CATCH_ALL = "ts_row_catch_all";

    private final Transactions transactions;
    private final ClusterLock lock;
    private final RetentionSettings settings;
    private final RowPace pace;
    private final Clock clock;
    private final AtomicLong rowsDeleted = new AtomicLong();
    private final AtomicLong partitionsEmptied = new AtomicLong();
    private volatile long overdueMillis;
    private volatile @Nullable Instant lastRun;

    public RetentionSweep(
            DataSource dataSource,
            Transactions transactions,
            RetentionSettings settings,
            Clock clock) {
        this.transactions = transactions;
        this.lock = new ClusterLock(dataSource, LOCK);
        this.settings = settings;
        this.pace = new RowPace(settings.rowsPerSecond());
        this.clock = clock;
    }

    /**
     * Figures for metrics. They are those of this process; the instance that sweeps may be another.
     *
     * @param rowsDeleted rows deleted one by one since the start
     * @param partitionsEmptied partitions emptied as a whole since the start
     * @param overdue for how long the oldest row had been due that the current run has found; 0 between the runs
     * @param lastRun when the latest run ended; the epoch if none has
     */
    public record Statistics(
            long rowsDeleted, long partitionsEmptied, Duration overdue, Instant lastRun) {}

    /** Returns the current figures. */
    public Statistics statistics() {
        Instant last = lastRun;
        return new Statistics(
                rowsDeleted.get(),
                partitionsEmptied.get(),
                Duration.ofMillis(overdueMillis),
                last == null ? Instant.EPOCH : last);
    }

    /** Deletes everything that is due; does nothing if another instance is sweeping. */
    public void sweep() throws SQLException, InterruptedException {
        lock.runIfFree(this::sweepAlone);
    }

    private void sweepAlone() throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        long rowsBefore = rowsDeleted.get();
        long partitionsBefore = partitionsEmptied.get();
        long now = clock.millis();
        // Not "patiently": a long statement there would count as an outage.
        OptionalInt shortest = transactions.once(SeriesLifetimes::shortest);
        if (shortest.isPresent()) {
            emptyPartitions(now, shortest.getAsInt());
            deleteRows(now);
        }
        overdueMillis = 0;
        lastRun = clock.instant();
        report(
                rowsDeleted.get() - rowsBefore,
                partitionsEmptied.get() - partitionsBefore,
                Duration.ofNanos(System.nanoTime() - begun));
    }

    private void report(long rows, long partitions, Duration took) {
        if (rows > 0 || partitions > 0) {
            log.info(
                    "Retention: deleted {} rows of time series and emptied {} partitions in {} s",
                    rows,
                    partitions,
                    took.toSeconds());
        }
        if (took.compareTo(settings.interval()) > 0) {
            log.warn(
                    "Retention: a run took {} s, longer than its interval of {} s; rows are deleted late. At most {} rows "
                            + "per second are deleted (MILLRACE_RETENTION_ROWS_PER_SECOND)",
                    took.toSeconds(),
                    settings.interval().toSeconds(),
                    settings.rowsPerSecond());
        }
    }

    private void emptyPartitions(long now, int shortestMinutes)
            throws SQLException, InterruptedException {
        long cutoff = now - shortestMinutes * SeriesLifetime.MILLIS_PER_MINUTE;
        for (Partition partition : transactions.once(DuePartitions::notEmpty)) {
            if (partition.bounds().to() <= cutoff) {
                emptyIfDue(partition, now);
            }
        }
    }

    private void emptyIfDue(Partition partition, long now)
            throws SQLException, InterruptedException {
        try {
            if (transactions.once(connection -> DuePartitions.isDue(connection, partition, now))
                    && transactions.once(
                            connection -> DuePartitions.empty(connection, partition, now))) {
                partitionsEmptied.incrementAndGet();
                log.info("Retention: emptied partition {}", partition.table());
            }
        } catch (SQLException e) {
            if (!SqlFault.isTimeout(e)) {
                throw e;
            }
            log.info(
                    "Retention: partition {} is in use or large; its due rows are deleted one by one: {}",
                    partition.table(),
                    e.getMessage());
        }
    }

    private void deleteRows(long now) throws SQLException, InterruptedException {
        List<Partition> partitions = transactions.once(DuePartitions::notEmpty);
        List<SeriesLifetime> page = nextPage(null);
        while (!page.isEmpty()) {
            List<SeriesLifetime> series = page;
            long cutoff = series.stream().mapToLong(each -> each.cutoff(now)).max().orElseThrow();
            for (Partition partition : partitions) {
                if (partition.bounds().from() < cutoff) {
                    deleteFrom(partition.table(), series, now);
                }
            }
            deleteFrom(CATCH_ALL, series, now);
            page = series.size() < SeriesLifetimes.PAGE ? List.of() : nextPage(series.getLast());
        }
    }

    private List<SeriesLifetime> nextPage(@Nullable SeriesLifetime after)
            throws SQLException, InterruptedException {
        return transactions.once(connection -> SeriesLifetimes.page(connection, after));
    }

    private void deleteFrom(String table, List<SeriesLifetime> series, long now)
            throws SQLException, InterruptedException {
        Deleted deleted;
        do {
            deleted =
                    transactions.once(connection -> DueRows.delete(connection, table, series, now));
            rowsDeleted.addAndGet(deleted.rows());
            overdueMillis = Math.max(overdueMillis, deleted.overdueMillis());
            pace.pause(deleted.rows());
        } while (deleted.rows() == DueRows.ROWS_AT_ONCE);
    }
}
