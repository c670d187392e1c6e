// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.sql.Connection;
import java.sql.SQLException;

/** What is to be done in a transaction. It may be done more than once. */
@FunctionalInterface
public interface SqlWork<R> {

    /**
     * Does the work. Committing and closing are the caller's; the work may commit or roll back what it has done so far
     * and go on.
     */
    R in(Connection connection) throws SQLException, InterruptedException;
}
