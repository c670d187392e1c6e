// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.server.platform.groupcommit.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of the tables of kept messages: one for each day (UTC) of each table. The day of a row is the time in
 * its id. Thread-safe.
 */
public final class HistoryPartitions {

    private static final Logger log = LoggerFactory.getLogger(HistoryPartitions.class);
    private static final List<String> TABLES =
            List.of("kept_message", "kept_visit", "kept_content");
    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

    /** Key of the advisory lock, unique in this database. */
    private static final long LOCK = 0x6d72_6869_7374_6f72L;

    /** The last time that an id of version 7 can hold. */
    private static final long LAST_TIME = (1L << 48) - 1;

    private final Set<LocalDate> known = ConcurrentHashMap.newKeySet();

    /**
     * Creates the partitions for rows of a time if they do not exist. Writers of other days do not wait.
     *
     * @param time milliseconds since the epoch
     */
    public void provide(Transactions transactions, long time)
            throws SQLException, InterruptedException {
        LocalDate day = dayOf(time);
        if (!known.contains(day)) {
            transactions.patiently(connection -> make(connection, day));
            known.add(day);
        }
    }

    private static boolean make(Connection connection, LocalDate day) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            lock(statement);
            for (String table : TABLES) {
                String partition = table + "_" + DAY.format(day);
                if (!exists(statement, partition)) {
                    statement.execute(
                            "create table %s (like %s including all)".formatted(partition, table));
                    statement.execute(
                            "alter table %s attach partition %s for values from ('%s') to ('%s')"
                                    .formatted(
                                            table,
                                            partition,
                                            firstId(startOf(day)),
                                            firstId(startOf(day.plusDays(1)))));
                }
            }
        }
        return true;
    }

    /** One process at a time, and nothing waits long behind a lock that this transaction waits for. */
    private static void lock(Statement statement) throws SQLException {
        statement.execute("set local lock_timeout = '2s'");
        statement.execute("select pg_advisory_xact_lock(%d)".formatted(LOCK));
    }

    private static boolean exists(Statement statement, String table) throws SQLException {
        try (ResultSet row =
                statement.executeQuery("select to_regclass('%s') is not null".formatted(table))) {
            row.next();
            return row.getBoolean(1);
        }
    }

    /**
     * Drops the partitions of the days that ended before a time.
     *
     * @param time milliseconds since the epoch
     */
    public void dropBefore(Transactions transactions, long time)
            throws SQLException, InterruptedException {
        for (LocalDate day : transactions.once(HistoryPartitions::days)) {
            if (startOf(day.plusDays(1)) <= time) {
                transactions.once(connection -> drop(connection, day));
                known.remove(day);
            }
        }
    }

    private static List<LocalDate> days(Connection connection) throws SQLException {
        List<LocalDate> days = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                """
                                select distinct right(c.relname, 8) from pg_inherits i join pg_class c on c.oid = i.inhrelid
                                where i.inhparent in ('kept_message'::regclass, 'kept_visit'::regclass,
                                  'kept_content'::regclass)\
                                """)) {
            while (rows.next()) {
                days.add(LocalDate.parse(rows.getString(1), DAY));
            }
        }
        return days;
    }

    private static boolean drop(Connection connection, LocalDate day) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            lock(statement);
            for (String table : TABLES) {
                statement.execute("drop table if exists %s_%s".formatted(table, DAY.format(day)));
            }
        }
        log.info("Dropped the kept messages of {}: their time has ended", day);
        return true;
    }

    private static LocalDate dayOf(long time) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(time), ZoneOffset.UTC);
    }

    private static long startOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }

    /** Returns the id that sorts before those of all rows from this time on. */
    static UUID firstId(long time) {
        return new UUID(Math.clamp(time, 0, LAST_TIME) << 16, 0);
    }
}
