// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The row numbers of one writer, which are those of a {@linkplain EntityGroups group} of entities since the start. They
 * increase, and are greater than the initial numbers of all writers that started before. They decide which of two values
 * with the same timestamp was written last. The lowest bit says whether the row may become the latest value. Used by one
 * thread at a time.
 */
final class WriterSequence {

    /** Position of the writer's number within a row number, in bits. */
    static final int WRITER_SHIFT = 41;

    /** The bit that is set if the row may become the latest value. */
    static final long LATEST = 1;

    private final long writer;
    private long last;

    private WriterSequence(long writer) {
        this.writer = writer;
        this.last = writer << WRITER_SHIFT;
    }

    /** Assigns a number to a new writer and inserts its first checkpoint, which says that it has written no rows. */
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

    /** The greatest number assigned so far. */
    long last() {
        return last;
    }

    long next(boolean latest) {
        last = ((last >> 1) + 1) << 1 | (latest ? LATEST : 0);
        return last;
    }
}
