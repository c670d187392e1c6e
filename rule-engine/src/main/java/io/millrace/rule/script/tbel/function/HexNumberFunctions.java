// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers from hexadecimal digits, two per byte, with or without {@code 0x}. The highest byte comes first, unless the
 * function says otherwise; fewer digits than the number has are its lowest. An integer may have a minus sign, unless its
 * lowest byte comes first. An empty text is an error.
 */
public final class HexNumberFunctions {

    private HexNumberFunctions() {}

    public static int parseHexToInt(String hex) {
        return parseHexToInt(hex, true);
    }

    public static int parseHexToInt(String hex, boolean bigEndian) {
        if (isNegative(hex, bigEndian)) {
            return Objects.requireNonNull(NumberTextFunctions.parseInt(hex, 16));
        }
        byte[] bytes = bytesOf(hex);
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
        if (isNegative(hex, bigEndian)) {
            return Objects.requireNonNull(NumberTextFunctions.parseLong(hex, 16));
        }
        byte[] bytes = bytesOf(hex);
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
        byte[] bytes = bytesOf(hex);
        return ByteNumberFunctions.parseBytesToFloat(bytes, 0, bytes.length, bigEndian);
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
        byte[] bytes = bytesOf(hex);
        return ByteNumberFunctions.parseBytesToDouble(bytes, 0, bytes.length, bigEndian);
    }

    public static double parseLittleEndianHexToDouble(String hex) {
        return parseHexToDouble(hex, false);
    }

    public static double parseBigEndianHexToDouble(String hex) {
        return parseHexToDouble(hex, true);
    }

    /** Returns the integer of the digits as a floating-point number: {@code 0A} is 10. */
    public static float parseHexIntLongToFloat(String hex, boolean bigEndian) {
        byte[] bytes = bytesOf(hex);
        return Bytes.number(bytes, 0, bytes.length, Long.BYTES, bigEndian);
    }

    private static boolean isNegative(@Nullable String hex, boolean bigEndian) {
        return bigEndian && hex != null && hex.strip().startsWith("-");
    }

    private static byte[] bytesOf(@Nullable String hex) {
        byte[] bytes = Hex.parse(hex);
        if (bytes.length == 0) {
            throw new IllegalArgumentException("expected hexadecimal digits, got an empty text");
        }
        return bytes;
    }
}
