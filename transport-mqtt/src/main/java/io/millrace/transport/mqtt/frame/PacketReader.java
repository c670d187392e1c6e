// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.malformed;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/**
 * Reads the body of one packet and never reads past its end. It does not change the buffer's own indices. One reader
 * serves all packets of a connection.
 */
final class PacketReader {

    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private int index;
    private int end;

    /** Starts at a body within a buffer. */
    void reset(ByteBuf source, int start, int length) {
        buffer = source;
        index = start;
        end = start + length;
    }

    int index() {
        return index;
    }

    /** Continues at an index within the same packet. */
    void moveTo(int newIndex) {
        index = newIndex;
    }

    int remaining() {
        return end - index;
    }

    int readByte() {
        return buffer.getByte(advance(1)) & 0xFF;
    }

    int readShort() {
        return buffer.getUnsignedShort(advance(2));
    }

    long readInt() {
        return buffer.getUnsignedInt(advance(4));
    }

    /** Reads a variable byte integer, which must be encoded with the fewest bytes [MQTT-1.5.5-1]. */
    int readVarInt() {
        int value = 0;
        for (int shift = 0; shift <= 21; shift += 7) {
            int next = readByte();
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                if (next == 0 && shift > 0) {
                    throw malformed("a variable byte integer is longer than it must be");
                }
                return value;
            }
        }
        throw malformed("a variable byte integer of more than four bytes");
    }

    /** Reads a packet identifier [MQTT-2.2.1-3]. */
    int readPacketId() {
        int id = readShort();
        if (id == 0) {
            throw malformed("packet identifier 0");
        }
        return id;
    }

    /** Skips a number of bytes and returns the index at which they begin. */
    int skip(int length) {
        return advance(length);
    }

    /** Skips binary data with a length prefix. */
    void skipBinary() {
        advance(readShort());
    }

    /** Skips a string, which must be UTF-8 without U+0000, and returns its length in bytes. */
    int skipString() {
        int length = readShort();
        expectText(advance(length), length);
        return length;
    }

    /** Reads a string, which must be UTF-8 without U+0000. */
    String readString() {
        int length = readShort();
        return text(advance(length), length);
    }

    /** Returns the string at a part of the packet that was read before. */
    String text(int start, int length) {
        expectText(start, length);
        return buffer.toString(start, length, StandardCharsets.UTF_8);
    }

    /** Returns a copy of the remaining bytes. */
    byte[] readRest() {
        int length = remaining();
        return ByteBufUtil.getBytes(buffer, advance(length), length, true);
    }

    void expectEnd() {
        if (remaining() != 0) {
            throw malformed("%d bytes too many".formatted(remaining()));
        }
    }

    /** Rejects ill-formed UTF-8 and U+0000 [MQTT-1.5.4-1], [MQTT-1.5.4-2]. */
    private void expectText(int start, int length) {
        if (length > 0
                && (!ByteBufUtil.isText(buffer, start, length, StandardCharsets.UTF_8)
                        || buffer.indexOf(start, start + length, (byte) 0) >= 0)) {
            throw malformed("a string that is not UTF-8 or contains U+0000");
        }
    }

    private int advance(int length) {
        if (length > end - index) {
            throw malformed("a field extends past the end of its packet");
        }
        int start = index;
        index += length;
        return start;
    }
}
