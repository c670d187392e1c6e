// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/** Writes sequentially into a chunk of bytes. The caller ensures that there is room. */
final class ChunkWriter {

    /** Maximum length of a text in bytes; longer texts are truncated. */
    static final int LONGEST_TEXT = 127;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private int at;

    ChunkWriter(int size) {
        this.bytes = new byte[size];
    }

    int position() {
        return at;
    }

    int free() {
        return bytes.length - at;
    }

    void clear() {
        at = 0;
    }

    /** Returns the written bytes as a read-only, big-endian buffer. */
    ByteBuffer written() {
        return ByteBuffer.wrap(bytes, 0, at).asReadOnlyBuffer();
    }

    void putByte(int value) {
        bytes[at] = (byte) value;
        at++;
    }

    void putInt(int value) {
        setInt(at, value);
        at += Integer.BYTES;
    }

    void setInt(int position, int value) {
        INT.set(bytes, position, value);
    }

    void putLong(long value) {
        LONG.set(bytes, at, value);
        at += Long.BYTES;
    }

    void putId(UUID id) {
        putLong(id.getMostSignificantBits());
        putLong(id.getLeastSignificantBits());
    }

    /** Writes a number with seven bits per byte, lowest bits first; a negative number is written as 0. */
    void putVariable(long value) {
        long rest = Math.max(0, value);
        while (rest >= 0x80) {
            putByte((int) (rest | 0x80));
            rest >>>= 7;
        }
        putByte((int) rest);
    }

    /**
     * Writes a known text as its number, in one byte with the highest bit set; any other text as its length in one byte,
     * followed by the text in UTF-8.
     */
    void putText(String text) {
        int number = KnownTexts.numberOf(text);
        if (number != KnownTexts.NONE) {
            putByte(number | 0x80);
            return;
        }
        int start = at;
        int length = Math.min(text.length(), LONGEST_TEXT);
        putByte(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                at = start;
                putEncoded(text.getBytes(UTF_8));
                return;
            }
            bytes[at + i] = (byte) c;
        }
        at += length;
    }

    private void putEncoded(byte[] encoded) {
        int length = Math.min(encoded.length, LONGEST_TEXT);
        putByte(length);
        System.arraycopy(encoded, 0, bytes, at, length);
        at += length;
    }
}
