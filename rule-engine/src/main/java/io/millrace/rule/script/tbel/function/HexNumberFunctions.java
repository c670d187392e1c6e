// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

/**
 * Numbers from hexadecimal digits, two per byte, with or without {@code 0x}. The highest byte comes first, unless the
 * function says otherwise; fewer digits than the number has are its lowest.
 */
public final class HexNumberFunctions {

    private HexNumberFunctions() {}

    public static int parseHexToInt(String hex) {
        return parseHexToInt(hex, true);
    }

    public static int parseHexToInt(String hex, boolean bigEndian) {
        byte[] bytes = Hex.parse(hex);
        return ByteNumberFunctions.parseBytesToInt(bytes, 0, bytes.length, bigEndian);
    }

    public static int parseLittleEndianHexToInt(String hex) {
        return parseHexToInt(hex, false);
    }

    public static int parseBigEndianHexToInt(String hex) {
        return parseHexToInt(hex, true);
    }

    public static long parseHexToLong(String hex) {
        return parseHexToLong(hex, true);
    }

    public static long parseHexToLong(String hex, boolean bigEndian) {
        byte[] bytes = Hex.parse(hex);
        return ByteNumberFunctions.parseBytesToLong(bytes, 0, bytes.length, bigEndian);
    }

    public static long parseLittleEndianHexToLong(String hex) {
        return parseHexToLong(hex, false);
    }

    public static long parseBigEndianHexToLong(String hex) {
        return parseHexToLong(hex, true);
    }

    /** Returns the number with these IEEE 754 bits. */
    public static float parseHexToFloat(String hex) {
        return parseHexToFloat(hex, true);
    }

    /** Returns the number with these IEEE 754 bits. */
    public static float parseHexToFloat(String hex, boolean bigEndian) {
        return ByteNumberFunctions.floatOfBits(parseHexToInt(hex, bigEndian));
    }

    public static float parseLittleEndianHexToFloat(String hex) {
        return parseHexToFloat(hex, false);
    }

    public static float parseBigEndianHexToFloat(String hex) {
        return parseHexToFloat(hex, true);
    }

    /** Returns the number with these IEEE 754 bits. */
    public static double parseHexToDouble(String hex) {
        return parseHexToDouble(hex, true);
    }

    /** Returns the number with these IEEE 754 bits. */
    public static double parseHexToDouble(String hex, boolean bigEndian) {
        return ByteNumberFunctions.doubleOfBits(parseHexToLong(hex, bigEndian));
    }

    public static double parseLittleEndianHexToDouble(String hex) {
        return parseHexToDouble(hex, false);
    }

    public static double parseBigEndianHexToDouble(String hex) {
        return parseHexToDouble(hex, true);
    }

    /** Returns the integer of the digits as a floating-point number: {@code 0A} is 10. */
    public static float parseHexIntLongToFloat(String hex, boolean bigEndian) {
        byte[] bytes = Hex.parse(hex);
        return Bytes.number(bytes, 0, bytes.length, Long.BYTES, bigEndian);
    }
}
