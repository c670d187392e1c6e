// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

/**
 * Numbers of bytes, of a list or an array. Offset, length and byte order may be left out from the last one on: the
 * offset is 0, the length what follows it, to as many bytes as the number has, and the highest byte comes first. Fewer
 * bytes than the number has are its lowest.
 */
public final class ByteNumberFunctions {

    private ByteNumberFunctions() {}

    public static int parseBytesToInt(Object bytes) {
        return parseBytesToInt(bytes, 0);
    }

    public static int parseBytesToInt(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesToInt(all, offset, rest(all, offset, Integer.BYTES));
    }

    public static int parseBytesToInt(Object bytes, int offset, int length) {
        return parseBytesToInt(bytes, offset, length, true);
    }

    public static int parseBytesToInt(Object bytes, int offset, int length, boolean bigEndian) {
        long read = Bytes.number(Bytes.of(bytes), offset, length, Integer.BYTES, bigEndian);
        return (int) read;
    }

    public static long parseBytesToLong(Object bytes) {
        return parseBytesToLong(bytes, 0);
    }

    public static long parseBytesToLong(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesToLong(all, offset, rest(all, offset, Long.BYTES));
    }

    public static long parseBytesToLong(Object bytes, int offset, int length) {
        return parseBytesToLong(bytes, offset, length, true);
    }

    public static long parseBytesToLong(Object bytes, int offset, int length, boolean bigEndian) {
        long read = Bytes.number(Bytes.of(bytes), offset, length, Long.BYTES, bigEndian);
        return read;
    }

    public static float parseBytesToFloat(Object bytes) {
        return parseBytesToFloat(bytes, 0);
    }

    public static float parseBytesToFloat(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesToFloat(all, offset, rest(all, offset, Integer.BYTES));
    }

    public static float parseBytesToFloat(Object bytes, int offset, int length) {
        return parseBytesToFloat(bytes, offset, length, true);
    }

    /** The number whose IEEE 754 bits the bytes are. */
    public static float parseBytesToFloat(Object bytes, int offset, int length, boolean bigEndian) {
        long read = Bytes.number(Bytes.of(bytes), offset, length, Integer.BYTES, bigEndian);
        return number(Float.intBitsToFloat((int) read));
    }

    public static double parseBytesToDouble(Object bytes) {
        return parseBytesToDouble(bytes, 0);
    }

    public static double parseBytesToDouble(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesToDouble(all, offset, rest(all, offset, Long.BYTES));
    }

    public static double parseBytesToDouble(Object bytes, int offset, int length) {
        return parseBytesToDouble(bytes, offset, length, true);
    }

    /** The number whose IEEE 754 bits the bytes are. */
    public static double parseBytesToDouble(
            Object bytes, int offset, int length, boolean bigEndian) {
        long read = Bytes.number(Bytes.of(bytes), offset, length, Long.BYTES, bigEndian);
        return number(Double.longBitsToDouble(read));
    }

    public static float parseBytesIntToFloat(Object bytes) {
        return parseBytesIntToFloat(bytes, 0);
    }

    public static float parseBytesIntToFloat(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesIntToFloat(all, offset, rest(all, offset, Integer.BYTES));
    }

    public static float parseBytesIntToFloat(Object bytes, int offset, int length) {
        return parseBytesIntToFloat(bytes, offset, length, true);
    }

    /** The unsigned integer that the bytes are. */
    public static float parseBytesIntToFloat(
            Object bytes, int offset, int length, boolean bigEndian) {
        long read = Bytes.number(Bytes.of(bytes), offset, length, Integer.BYTES, bigEndian);
        return read;
    }

    public static double parseBytesLongToDouble(Object bytes) {
        return parseBytesLongToDouble(bytes, 0);
    }

    public static double parseBytesLongToDouble(Object bytes, int offset) {
        byte[] all = Bytes.of(bytes);
        return parseBytesLongToDouble(all, offset, rest(all, offset, Long.BYTES));
    }

    public static double parseBytesLongToDouble(Object bytes, int offset, int length) {
        return parseBytesLongToDouble(bytes, offset, length, true);
    }

    /** The unsigned integer that the bytes are. */
    public static double parseBytesLongToDouble(
            Object bytes, int offset, int length, boolean bigEndian) {
        long read = Bytes.number(Bytes.of(bytes), offset, length, Long.BYTES, bigEndian);
        return unsigned(read);
    }

    private static int rest(byte[] bytes, int offset, int max) {
        return Math.clamp((long) bytes.length - offset, 0, max);
    }

    private static float number(float value) {
        if (Float.isNaN(value)) {
            throw new IllegalArgumentException("expected a number, but the bytes are no number");
        }
        return value;
    }

    private static double number(double value) {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("expected a number, but the bytes are no number");
        }
        return value;
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : ((value >>> 1) | (value & 1)) * 2.0;
    }
}
