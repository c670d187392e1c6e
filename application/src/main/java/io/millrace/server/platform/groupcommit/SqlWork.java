// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;

/** The work of one transaction. It may run more than once. */
@FunctionalInterface
public interface SqlWork<R> {

    /**
     * Runs the work. The caller commits and closes the connection; the work cannot end the transaction itself.
     */
    R in(Connection connection) throws SQLException, InterruptedException;
}
