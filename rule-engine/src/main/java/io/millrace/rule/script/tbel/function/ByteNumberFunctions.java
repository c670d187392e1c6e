// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

/**
 * Numbers from the bytes of a list or an array. Byte order, length and offset may be omitted, from the last one on: the
 * offset is then 0, the length is that of the remaining bytes, up to the size of the number, and the highest byte comes
 * first. Fewer bytes than the number has are its lowest. A float is made from the bytes of an int, a double from those
 * of a long.
 */
public final class ByteNumberFunctions {

    private ByteNumberFunctions() {}

    public static int parseBytesToInt(Object bytes) {
        return parseBytesToInt(bytes, 0);
    }

    public static int parseBytesToInt(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesToInt(
                all, offset, Math.clamp((long) all.length - offset, 0, Integer.BYTES));
    }

    public static int parseBytesToInt(Object bytes, int offset, int length) {
        return parseBytesToInt(bytes, offset, length, true);
    }

    public static int parseBytesToInt(Object bytes, int offset, int length, boolean bigEndian) {
        return (int) Bytes.number(Bytes.of(bytes), offset, length, Integer.BYTES, bigEndian);
    }

    public static long parseBytesToLong(Object bytes) {
        return parseBytesToLong(bytes, 0);
    }

    public static long parseBytesToLong(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesToLong(all, offset, Math.clamp((long) all.length - offset, 0, Long.BYTES));
    }

    public static long parseBytesToLong(Object bytes, int offset, int length) {
        return parseBytesToLong(bytes, offset, length, true);
    }

    public static long parseBytesToLong(Object bytes, int offset, int length, boolean bigEndian) {
        return Bytes.number(Bytes.of(bytes), offset, length, Long.BYTES, bigEndian);
    }

    public static float parseBytesToFloat(Object bytes) {
        return floatOfBits(parseBytesToInt(bytes));
    }

    public static float parseBytesToFloat(Object bytes, int offset) {
        return floatOfBits(parseBytesToInt(bytes, offset));
    }

    public static float parseBytesToFloat(Object bytes, int offset, int length) {
        return floatOfBits(parseBytesToInt(bytes, offset, length));
    }

    /** Returns the number with these IEEE 754 bits. */
    public static float parseBytesToFloat(Object bytes, int offset, int length, boolean bigEndian) {
        return floatOfBits(parseBytesToInt(bytes, offset, length, bigEndian));
    }

    public static double parseBytesToDouble(Object bytes) {
        return doubleOfBits(parseBytesToLong(bytes));
    }

    public static double parseBytesToDouble(Object bytes, int offset) {
        return doubleOfBits(parseBytesToLong(bytes, offset));
    }

    public static double parseBytesToDouble(Object bytes, int offset, int length) {
        return doubleOfBits(parseBytesToLong(bytes, offset, length));
    }

    /** Returns the number with these IEEE 754 bits. */
    public static double parseBytesToDouble(
            Object bytes, int offset, int length, boolean bigEndian) {
        return doubleOfBits(parseBytesToLong(bytes, offset, length, bigEndian));
    }

    public static float parseBytesIntToFloat(Object bytes) {
        return Integer.toUnsignedLong(parseBytesToInt(bytes));
    }

    public static float parseBytesIntToFloat(Object bytes, int offset) {
        return Integer.toUnsignedLong(parseBytesToInt(bytes, offset));
    }

    public static float parseBytesIntToFloat(Object bytes, int offset, int length) {
        return Integer.toUnsignedLong(parseBytesToInt(bytes, offset, length));
    }

    /** Returns the bytes as an unsigned integer. */
    public static float parseBytesIntToFloat(
            Object bytes, int offset, int length, boolean bigEndian) {
        return Integer.toUnsignedLong(parseBytesToInt(bytes, offset, length, bigEndian));
    }

    public static double parseBytesLongToDouble(Object bytes) {
        return unsigned(parseBytesToLong(bytes));
    }

    public static double parseBytesLongToDouble(Object bytes, int offset) {
        return unsigned(parseBytesToLong(bytes, offset));
    }

    public static double parseBytesLongToDouble(Object bytes, int offset, int length) {
        return unsigned(parseBytesToLong(bytes, offset, length));
    }

    /** Returns the bytes as an unsigned integer. */
    public static double parseBytesLongToDouble(
            Object bytes, int offset, int length, boolean bigEndian) {
        return unsigned(parseBytesToLong(bytes, offset, length, bigEndian));
    }

    /** Returns the number with these IEEE 754 bits. */
    private static float floatOfBits(int bits) {
        return (float) requireNumber(Float.intBitsToFloat(bits));
    }

    /** Returns the number with these IEEE 754 bits. */
    private static double doubleOfBits(long bits) {
        return requireNumber(Double.longBitsToDouble(bits));
    }

    private static double requireNumber(double value) {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("expected a number; the bytes are not a number");
        }
        return value;
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : ((value >>> 1) | (value & 1)) * 2.0;
    }
}
