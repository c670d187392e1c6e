// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The numbers that one writer gives to its rows, ever greater, also than those of all writers that started before. They
 * decide which of two values with the same time stamp was written last. The lowest bit says whether the row may become
 * the latest value. Used by one thread.
 */
final class WriterSequence {

    /** How far left in a number the writer's own number stands. */
    static final int WRITER_SHIFT = 41;

    /** Set in the number of a row that may become the latest value. */
    static final long LATEST = 1;

    private final long writer;
    private long last;

    private WriterSequence(long writer) {
        this.writer = writer;
        this.last = writer << WRITER_SHIFT;
    }

    /** Takes a number for a new writer, with a checkpoint that says that nothing of it is written yet. */
    static WriterSequence open(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select nextval('ts_writer_number')")) {
            row.next();
            WriterSequence sequence = new WriterSequence(row.getLong(1));
            try (PreparedStatement insert =
                    connection.prepareStatement(
                            "insert into ts_checkpoint (writer, seq) values (?, ?)")) {
                insert.setLong(1, sequence.writer);
                insert.setLong(2, sequence.last);
                insert.execute();
            }
            return sequence;
        }
    }

    long writer() {
        return writer;
    }

    /** The greatest number given so far. */
    long last() {
        return last;
    }

    long next(boolean latest) {
        last = ((last >> 1) + 1) << 1 | (latest ? LATEST : 0);
        return last;
    }
}
