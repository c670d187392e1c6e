// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;

/** Passes a column of many rows to a statement that unnests it. */
public final class ArrayColumn {

    private ArrayColumn() {}

    /**
     * Returns the array of a column.
     *
     * @param type PostgreSQL's name of the element type
     * @param column the value of a row
     */
    public static <R> Array of(
            Connection connection, String type, Collection<R> rows, Function<R, Object> column)
            throws SQLException {
        return connection.createArrayOf(type, rows.stream().map(column).toArray());
    }
}
