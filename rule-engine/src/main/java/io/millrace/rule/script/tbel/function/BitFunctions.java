// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

/** Conversions of numbers to arrays of their bits, each a byte 0 or 1, and back. */
public final class BitFunctions {

    private BitFunctions() {}

    /** The eight bits of a byte, highest first. */
    public static byte[] parseByteToBinaryArray(Object value) {
        return parseByteToBinaryArray(value, Byte.SIZE);
    }

    /** The lowest bits of a byte, highest of them first. */
    public static byte[] parseByteToBinaryArray(Object value, int length) {
        return parseByteToBinaryArray(value, length, true);
    }

    /** The lowest bits of a byte, in either order. */
    public static byte[] parseByteToBinaryArray(Object value, int length, boolean bigEndian) {
        byte[] bits = bits(Bytes.byteOf(value), length, Byte.SIZE);
        if (!bigEndian) {
            for (int i = 0, j = bits.length - 1; i < j; i++, j--) {
                byte low = bits[j];
                bits[j] = bits[i];
                bits[i] = low;
            }
        }
        return bits;
    }

    /** All bits of at most eight bytes. */
    public static byte[] parseBytesToBinaryArray(Object bytes) {
        byte[] all = Bytes.of(bytes);
        return bits(numberOf(all), all.length * Byte.SIZE, Long.SIZE);
    }

    /** The lowest bits of at most eight bytes. */
    public static byte[] parseBytesToBinaryArray(Object bytes, int length) {
        byte[] all = Bytes.of(bytes);
        return bits(numberOf(all), length, Math.min(Long.SIZE, all.length * Byte.SIZE));
    }

    public static byte[] parseLongToBinaryArray(long value) {
        return bits(value, Long.SIZE, Long.SIZE);
    }

    /** The lowest bits of a number. */
    public static byte[] parseLongToBinaryArray(long value, int length) {
        return bits(value, length, Long.SIZE);
    }

    public static int parseBinaryArrayToInt(Object bits) {
        return parseBinaryArrayToInt(bits, 0);
    }

    public static int parseBinaryArrayToInt(Object bits, int offset) {
        byte[] all = Bytes.of(bits);
        return intOf(all, offset, Math.min(Integer.SIZE, all.length - offset));
    }

    /** Returns the number that some of the bits represent; eight bits from the first one represent a signed byte. */
    public static int parseBinaryArrayToInt(Object bits, int offset, int length) {
        return intOf(Bytes.of(bits), offset, length);
    }

    private static int intOf(byte[] bits, int offset, int length) {
        if (offset < 0 || length < 0 || length > bits.length - offset) {
            throw new IllegalArgumentException(
                    "expected %d bits from offset %d; there are %d bits in all"
                            .formatted(length, offset, bits.length));
        }
        if (length > Integer.SIZE) {
            throw new IllegalArgumentException("expected at most 32 bits, got " + length);
        }
        int number = 0;
        for (int i = offset; i < offset + length; i++) {
            if (bits[i] != 0 && bits[i] != 1) {
                throw new IllegalArgumentException("expected a bit 0 or 1, got " + bits[i]);
            }
            number = (number << 1) | bits[i];
        }
        return offset == 0 && length == Byte.SIZE ? (byte) number : number;
    }

    private static long numberOf(byte[] bytes) {
        return Bytes.number(bytes, 0, bytes.length, Long.BYTES, true);
    }

    private static byte[] bits(long value, int length, int max) {
        if (length < 0 || length > max) {
            throw new IllegalArgumentException(
                    "expected a length from 0 to %d bits, got %d".formatted(max, length));
        }
        byte[] bits = new byte[length];
        for (int i = 0; i < length; i++) {
            bits[i] = (byte) ((value >>> (length - 1 - i)) & 1);
        }
        return bits;
    }
}
