// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.timeseries.Window.Bounds;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the partitions of {@code ts_row} ahead of time, without blocking writes: one for each past year of the
 * window, one for the months of this year before last month, then one for each month up to three months ahead. They
 * have no gaps.
 */
final class Partitions {

    private static final Logger log = LoggerFactory.getLogger(Partitions.class);
    private static final int MONTHS_AHEAD = 3;

    /**
     * Rows are hardly ever changed, so one vacuum of a page is enough, if it freezes the rows. It comes soon: the vacuum
     * changes all rows of a page, and the first change after a checkpoint writes the whole page to the WAL. With
     * PostgreSQL's defaults a partition is vacuumed each time it has grown by a fifth, and most pages twice.
     */
    private static final String VACUUM =
            "autovacuum_vacuum_insert_threshold = 100000, autovacuum_vacuum_insert_scale_factor = 0,"
                    + " autovacuum_freeze_min_age = 0";

    private final Transactions transactions;
    private final Window window;
    private final int yearsBack;
    private final Clock clock;

    Partitions(Transactions transactions, Window window, int yearsBack, Clock clock) {
        this.transactions = transactions;
        this.window = window;
        this.yearsBack = yearsBack;
        this.clock = clock;
    }

    /** Creates the missing partitions and updates the window. */
    void makeAhead() throws SQLException, InterruptedException {
        window.partitioned(transactions.patiently(this::makeMissing));
    }

    private Bounds makeMissing(Connection connection) throws SQLException {
        YearMonth month = YearMonth.now(clock.withZone(ZoneOffset.UTC));
        try (Statement statement = connection.createStatement()) {
            // Writers must not queue behind a lock that this transaction waits for.
            statement.execute("set local lock_timeout = '2s'");
            // One process at a time.
            statement.execute("select pg_advisory_xact_lock(3, 0)");
            @Nullable Bounds existing = existing(statement);
            YearMonth end = existing == null ? makePast(statement, month) : month(existing.to());
            for (; !end.isAfter(month.plusMonths(MONTHS_AHEAD)); end = end.plusMonths(1)) {
                make(statement, "%04d_%02d".formatted(end.getYear(), end.getMonthValue()), end, 1);
            }
            long from =
                    existing == null
                            ? start(YearMonth.of(month.getYear() - yearsBack, 1))
                            : existing.from();
            return new Bounds(from, start(end));
        }
    }

    /** Creates the partitions before last month; returns the first month without a partition. */
    private YearMonth makePast(Statement statement, YearMonth month) throws SQLException {
        YearMonth lastMonth = month.minusMonths(1);
        for (int year = month.getYear() - yearsBack; year < lastMonth.getYear(); year++) {
            make(statement, "%04d".formatted(year), YearMonth.of(year, 1), 12);
        }
        int monthsBefore = lastMonth.getMonthValue() - 1;
        if (monthsBefore > 0) {
            int year = lastMonth.getYear();
            make(statement, "%04d_start".formatted(year), YearMonth.of(year, 1), monthsBefore);
        }
        return lastMonth;
    }

    /**
     * Creates a table and attaches it. Unlike creating it as a partition, this does not block writes to other
     * partitions.
     */
    private static void make(Statement statement, String suffix, YearMonth from, int months)
            throws SQLException {
        String name = "ts_row_" + suffix;
        long start = start(from);
        long end = start(from.plusMonths(months));
        statement.execute(
                "create table %s (like ts_row including all) with (%s)".formatted(name, VACUUM));
        statement.execute(
                "alter table ts_row attach partition %s for values from (%d) to (%d)"
                        .formatted(name, start, end));
        log.info("Created partition {} for {} month(s) from {}", name, months, from);
    }

    private static @Nullable Bounds existing(Statement statement) throws SQLException {
        try (ResultSet row =
                statement.executeQuery(
                        """
                        select min(bounds[1]::bigint), max(bounds[2]::bigint)
                        from pg_inherits i join pg_class c on c.oid = i.inhrelid,
                          regexp_match(pg_get_expr(c.relpartbound, c.oid),
                            'FROM \\(''?(-?\\d+)''?\\) TO \\(''?(-?\\d+)''?\\)') as bounds
                        where i.inhparent = 'ts_row'::regclass\
                        """)) {
            row.next();
            @Nullable Long from = row.getObject(1, Long.class);
            @Nullable Long to = row.getObject(2, Long.class);
            return from == null || to == null ? null : new Bounds(from, to);
        }
    }

    private static long start(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }

    private static YearMonth month(long start) {
        return YearMonth.from(Instant.ofEpochMilli(start).atOffset(ZoneOffset.UTC));
    }
}
