// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.answer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A query of rows with values, of which at most a number of bytes leave the database, however many and large they are.
 * The database adds up the sizes and sends no value beyond the limit, nor does it measure one; the reading is told of
 * the first such row and may refuse the answer, or read the rest with another query. Takes one round trip.
 */
public final class BoundedSelect {

    private static final int TIMEOUT_SECONDS = 10;
    private static final int BYTES = 1;
    private static final int VALUE = 2;
    private static final int FIRST_PARAMETER = 3;

    /** The first of the other columns in the rows of a {@link Reading}. */
    public static final int FIRST_COLUMN = 3;

    private final String sql;

    /**
     * Creates the query.
     *
     * @param rows a query that has the given columns and {@code val}, which is jsonb and not null
     * @param columns the columns besides {@code val}
     * @param order those of the columns by which the rows are sorted; no two rows have the same
     */
    public BoundedSelect(String rows, String columns, String order) {
        this.sql =
                """
                select bytes, case when bytes <= ? then val end, %1$s
                from (select %1$s, val,
                        bytes_up_to(val, ?) over (order by %2$s rows unbounded preceding) as bytes
                      from (%3$s) v) r
                order by %2$s\
                """
                        .formatted(columns, order, rows);
    }

    /** Sets the parameters of the query. */
    @FunctionalInterface
    public interface Parameters {

        /** @param first the number of the first parameter */
        void set(PreparedStatement select, int first) throws SQLException;
    }

    /** Receives the rows. */
    public interface Reading {

        /** @param json the value */
        void add(ResultSet row, String json) throws SQLException;

        /** Receives the first row whose value, together with those before, exceeds the limit; no row comes after it. */
        void exceeded(ResultSet row) throws SQLException;
    }

    /** Runs the query and returns the reading, which has received the rows. */
    public <R extends Reading> R read(
            Connection connection, AnswerLimit limit, Parameters parameters, R reading)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setQueryTimeout(TIMEOUT_SECONDS);
            select.setLong(1, limit.bytes());
            select.setLong(2, limit.bytes());
            parameters.set(select, FIRST_PARAMETER);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    if (rows.getLong(BYTES) > limit.bytes()) {
                        reading.exceeded(rows);
                        return reading;
                    }
                    reading.add(rows, rows.getString(VALUE));
                }
            }
            return reading;
        }
    }
}
