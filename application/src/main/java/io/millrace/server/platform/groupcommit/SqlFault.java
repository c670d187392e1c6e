// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** Classifies an SQL error by what the caller can do. The only place that reads SQLState codes. */
public enum SqlFault {
    /** The database is unreachable or cannot work now; the same statement succeeds when it is available again. */
    OUTAGE,
    /** Two transactions conflicted; the same statement succeeds when it is retried. */
    CONFLICT,
    /** The database refuses the values. */
    BAD_DATA,
    /** Any other error, such as a wrong statement, a missing privilege or a missing table. */
    BUG;

    private static final String UNIQUE_VIOLATION = "23505";
    private static final String READ_ONLY_TRANSACTION = "25006";
    private static final String IDLE_IN_TRANSACTION = "25P03";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String QUERY_CANCELED = "57014";
    private static final String DISK_FULL = "53100";

    /** Classifies the error. */
    public static SqlFault of(SQLException e) {
        if (e instanceof SQLTransientConnectionException
                || e instanceof SQLNonTransientConnectionException
                || e instanceof SQLRecoverableException) {
            return OUTAGE;
        }
        @Nullable String state = e.getSQLState();
        if (state == null || state.length() != 5) {
            return BUG;
        }
        return switch (state.substring(0, 2)) {
            // Connection lost; login refused; out of disk, memory or connections; stopped or
            // cancelled; I/O error.
            case "08", "28", "53", "57", "58" -> OUTAGE;
            case "40" -> CONFLICT;
            // Bad value; constraint; value too large for the database's own limits.
            case "22", "23", "54" -> BAD_DATA;
            case "25" ->
                    switch (state) {
                        // A standby that has not been promoted yet.
                        case READ_ONLY_TRANSACTION -> OUTAGE;
                        // This process was paused in the middle of a transaction, which the
                        // database has ended.
                        case IDLE_IN_TRANSACTION -> CONFLICT;
                        default -> BUG;
                    };
            case "55" -> state.equals(LOCK_NOT_AVAILABLE) ? CONFLICT : BUG;
            default -> BUG;
        };
    }

    /** True if a statement ended because of its own time limit, or that of its locks. */
    public static boolean isTimeout(SQLException e) {
        return QUERY_CANCELED.equals(e.getSQLState()) || LOCK_NOT_AVAILABLE.equals(e.getSQLState());
    }

    /** True if the database's disk is full. */
    public static boolean isDiskFull(SQLException e) {
        return DISK_FULL.equals(e.getSQLState());
    }

    /** True if the table already has a row with the same key. */
    public static boolean isUniqueViolation(SQLException e) {
        return UNIQUE_VIOLATION.equals(e.getSQLState());
    }
}
