// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFaultTest {

    @ParameterizedTest
    @CsvSource({
        "08001, OUTAGE", // cannot connect
        "08006, OUTAGE", // connection lost
        "57P01, OUTAGE", // server stops
        "57P03, OUTAGE", // server starts
        "57014, OUTAGE", // statement took too long
        "53100, OUTAGE", // disk full
        "53300, OUTAGE", // too many connections
        "28P01, OUTAGE", // wrong password: an operator is changing it
        "25006, OUTAGE", // standby
        "40P01, CONFLICT", // deadlock
        "40001, CONFLICT",
        "55P03, CONFLICT",
        "22P05, BAD_DATA", // text cannot be held
        "22003, BAD_DATA", // number too large
        "23514, BAD_DATA", // check violated
        "23505, BAD_DATA",
        "54000, BAD_DATA", // row too large
        "42P01, BUG", // no such table
        "55000, BUG",
        "XX000, BUG"
    })
    void tellsOutagesFromConflictsBadDataAndBugs(String state, SqlFault fault) {
        assertThat(SqlFault.of(new SQLException("", state))).isEqualTo(fault);
    }

    @Test
    void takesAPoolWithoutConnectionsForAnOutage() {
        assertThat(SqlFault.of(new SQLTransientConnectionException("timed out")))
                .isEqualTo(SqlFault.OUTAGE);
    }

    @Test
    void takesAnErrorWithoutAStateForABug() {
        assertThat(SqlFault.of(new SQLException())).isEqualTo(SqlFault.BUG);
    }
}
