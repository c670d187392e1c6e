// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The time limits of the statements that delete old rows, so that no other transaction waits for them for long. */
final class RetentionLimits {

    private RetentionLimits() {}

    /** Sets the limits of the current transaction. */
    static void set(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Shorter than the time after which PostgreSQL looks for deadlocks: this side gives up
            // first.
            statement.execute("set local lock_timeout = '500ms'");
            statement.execute("set local statement_timeout = '10s'");
        }
    }
}
