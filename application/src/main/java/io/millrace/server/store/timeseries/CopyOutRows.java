// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * Rows of a query with the columns {@code ts bigint, seq bigint, val jsonb}, none of the first two null, read by COPY in
 * its binary format (PostgreSQL, "COPY", section "Binary Format"). The server sends rows while this process handles those
 * before, and TCP bounds how many are under way; a cursor would let the two take turns. Used by one thread.
 */
final class CopyOutRows implements AutoCloseable {

    private static final int SIGNATURE_AND_FLAGS = 15;
    private static final int END = -1;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final CopyOut copy;
    private ByteBuffer message;
    private long ts;
    private long seq;
    private @Nullable String json;

    /** Starts the query, which has no parameters. The connection is free again after {@link #close}. */
    CopyOutRows(Connection connection, String query) throws SQLException {
        copy =
                connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyOut("copy (" + query + ") to stdout (format binary)");
        message = nextMessage();
        skip(SIGNATURE_AND_FLAGS);
        skip(message.getInt());
    }

    /** Reads the next row. Returns false after the last one. */
    boolean next() throws SQLException {
        if (!message.hasRemaining()) {
            message = nextMessage();
        }
        if (message.getShort() == END) {
            message = nextMessage();
            return false;
        }
        skip(Integer.BYTES);
        ts = message.getLong();
        skip(Integer.BYTES);
        seq = message.getLong();
        json = readJsonb(message.getInt());
        return true;
    }

    /** The server sends each row as a whole in one message. */
    private ByteBuffer nextMessage() throws SQLException {
        byte @Nullable [] bytes = copy.readFromCopy();
        return bytes == null ? NOTHING : ByteBuffer.wrap(bytes);
    }

    private void skip(int bytes) {
        message.position(message.position() + bytes);
    }

    /** A jsonb value is sent as the version of its format, one byte, and its text. */
    private @Nullable String readJsonb(int length) {
        if (length < 0) {
            return null;
        }
        skip(1);
        byte[] text = new byte[length - 1];
        message.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    long ts() {
        return ts;
    }

    long seq() {
        return seq;
    }

    /** The text of the value; null if the row has none. */
    @Nullable String json() {
        return json;
    }

    /** Ends the query, also in the middle. */
    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }
}
