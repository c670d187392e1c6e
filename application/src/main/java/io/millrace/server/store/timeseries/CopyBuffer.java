// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Sends rows by {@code COPY … (FORMAT binary)}: numbers are sent in binary, and texts need no escaping. PostgreSQL's
 * documentation of COPY, "Binary Format", describes the layout.
 */
final class CopyBuffer {

    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final short TRAILER = -1;
    private static final byte JSONB_VERSION = 1;
    private static final short COLUMNS = 6;
    private static final int NULL = -1;
    private static final int FIXED_BYTES = 2 + 4 + 16 + 4 + 8 + 4 + 8 + 4 + 4 + 4 + 1 + 4 + 16;
    private static final int CHUNK = 64 * 1024;

    private ByteBuffer buffer = ByteBuffer.allocate(CHUNK);

    /** Copies the rows into {@code ts_row}; does nothing for an empty list. */
    void copyIfAny(Connection connection, List<SeriesRow> rows) throws SQLException {
        if (!rows.isEmpty()) {
            copy(connection, rows);
        }
    }

    private void copy(Connection connection, List<SeriesRow> rows) throws SQLException {
        CopyIn copy =
                connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn(
                                """
                                copy ts_row (entity_id, ts, seq, shape_id, vals, message_id)
                                from stdin (format binary)\
                                """);
        try {
            buffer.clear().put(HEADER);
            for (SeriesRow row : rows) {
                byte[] vals = row.vals().getBytes(StandardCharsets.UTF_8);
                makeRoom(copy, FIXED_BYTES + vals.length);
                put(row, vals);
            }
            makeRoom(copy, 2);
            buffer.putShort(TRAILER);
            send(copy);
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private void put(SeriesRow row, byte[] vals) {
        buffer.putShort(COLUMNS)
                .putInt(16)
                .putLong(row.entity().getMostSignificantBits())
                .putLong(row.entity().getLeastSignificantBits())
                .putInt(8)
                .putLong(row.ts())
                .putInt(8)
                .putLong(row.seq())
                .putInt(4)
                .putInt(row.shapeId())
                .putInt(1 + vals.length)
                .put(JSONB_VERSION)
                .put(vals);
        put(row.message());
    }

    private void put(@Nullable UUID message) {
        if (message == null) {
            buffer.putInt(NULL);
        } else {
            buffer.putInt(16)
                    .putLong(message.getMostSignificantBits())
                    .putLong(message.getLeastSignificantBits());
        }
    }

    private void makeRoom(CopyIn copy, int bytes) throws SQLException {
        if (buffer.remaining() >= bytes) {
            return;
        }
        send(copy);
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocate(bytes);
        } else if (buffer.capacity() > CHUNK && bytes <= CHUNK) {
            buffer = ByteBuffer.allocate(CHUNK);
        }
    }

    private void send(CopyIn copy) throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.position());
        buffer.clear();
    }
}
