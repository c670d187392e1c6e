// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;

/** The work of one transaction. It may run more than once. */
@FunctionalInterface
public interface SqlWork<R> {

    /**
     * Runs the work. The caller commits and closes the connection. The work may commit or roll back its own
     * intermediate steps and continue.
     */
    R in(Connection connection) throws SQLException, InterruptedException;
}
