// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Rounding, and formatting of numbers. */
public final class NumberFunctions {

    /** Limit of the precision; no float or double has a digit so far from the decimal point. */
    private static final int MAX_PRECISION = 400;

    private NumberFunctions() {}

    /**
     * Returns the number rounded half up to {@code precision} digits after the decimal point; before it if {@code
     * precision} is negative. A float stays a float. Also takes what {@link #toInt} takes.
     */
    public static Number toFixed(@Nullable Object value, int precision) {
        int digits = Math.clamp(precision, -MAX_PRECISION, MAX_PRECISION);
        BigDecimal rounded = decimalOf(value).setScale(digits, RoundingMode.HALF_UP);
        return value instanceof Float
                ? (Number) rounded.floatValue()
                : (Number) rounded.doubleValue();
    }

    /** Returns the number rounded half up; also that of a text, 0 for an empty one, and 1 or 0 for a boolean. */
    public static int toInt(@Nullable Object value) {
        try {
            return decimalOf(value).setScale(0, RoundingMode.HALF_UP).intValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "expected a number that an integer of 32 bits can hold, got " + value, e);
        }
    }

    public static boolean isNaN(double value) {
        return Double.isNaN(value);
    }

    public static String intToHex(int number) {
        return intToHex(number, true);
    }

    public static String intToHex(int number, boolean bigEndian) {
        return intToHex(number, bigEndian, false);
    }

    public static String intToHex(int number, boolean bigEndian, boolean prefix) {
        return intToHex(number, bigEndian, prefix, 0);
    }

    /** Uses the given number of digits, or 0 for as many as needed. */
    public static String intToHex(int number, boolean bigEndian, boolean prefix, int length) {
        return hex(shortest(number, Integer.BYTES), bigEndian, prefix, length);
    }

    public static String longToHex(long number) {
        return longToHex(number, true);
    }

    public static String longToHex(long number, boolean bigEndian) {
        return longToHex(number, bigEndian, false);
    }

    public static String longToHex(long number, boolean bigEndian, boolean prefix) {
        return longToHex(number, bigEndian, prefix, 0);
    }

    /** Uses the given number of digits, or 0 for as many as needed. */
    public static String longToHex(long number, boolean bigEndian, boolean prefix, int length) {
        return hex(shortest(number, Long.BYTES), bigEndian, prefix, length);
    }

    public static String floatToHex(float number) {
        return floatToHex(number, true);
    }

    /** Formats the IEEE 754 bits. */
    public static String floatToHex(float number, boolean bigEndian) {
        String digits = Hex.format(Float.floatToIntBits(number), 2 * Float.BYTES);
        return hex(digits, bigEndian, true, 0);
    }

    public static String doubleToHex(double number) {
        return doubleToHex(number, true);
    }

    /** Formats the IEEE 754 bits. */
    public static String doubleToHex(double number, boolean bigEndian) {
        String digits = Hex.format(Double.doubleToLongBits(number), 2 * Double.BYTES);
        return hex(digits, bigEndian, true, 0);
    }

    public static String intLongToRadixString(long number) {
        return intLongToRadixString(number, 10);
    }

    public static String intLongToRadixString(long number, int radix) {
        return intLongToRadixString(number, radix, true);
    }

    public static String intLongToRadixString(long number, int radix, boolean bigEndian) {
        return intLongToRadixString(number, radix, bigEndian, false);
    }

    /** Formats an integer. Byte order and prefix apply to radix 16 only; radix 2 fills 8, 16, 32 or 64 digits. */
    public static String intLongToRadixString(
            long number, int radix, boolean bigEndian, boolean prefix) {
        NumberTextFunctions.requireRadix(radix);
        return switch (radix) {
            case 2 -> binary(number);
            case 8 -> Long.toOctalString(number);
            case 16 -> longToHex(number, bigEndian, prefix);
            default -> Long.toString(number, radix);
        };
    }

    private static BigDecimal decimalOf(@Nullable Object value) {
        return switch (value) {
            case Number number -> exact(number);
            case String text when text.isEmpty() -> BigDecimal.ZERO;
            // As a double first, because a decimal of any exponent could need any memory.
            case String text -> exact(NumberTextFunctions.decimalOf(text.strip()));
            case Boolean bool -> bool ? BigDecimal.ONE : BigDecimal.ZERO;
            case null, default ->
                    throw new IllegalArgumentException(
                            "expected a number, got " + Bytes.describe(value));
        };
    }

    private static BigDecimal exact(Number number) {
        try {
            return new BigDecimal(number.toString());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a finite number, got " + number, e);
        }
    }

    private static String binary(long number) {
        String digits = Long.toBinaryString(number);
        int width = Byte.SIZE;
        while (width < digits.length()) {
            width *= 2;
        }
        return "0".repeat(width - digits.length()) + digits;
    }

    /**
     * Returns the fewest bytes that contain the number. A negative one keeps a leading byte {@code FF} as its sign, if
     * there is room for it.
     */
    private static String shortest(long number, int bytes) {
        String all = Hex.format(number, 2 * bytes);
        String fill = number < 0 ? "FF" : "00";
        int start = 0;
        while (start < all.length() - 2 && all.startsWith(fill, start)) {
            start += 2;
        }
        return number < 0 && start > 0 ? "FF" + all.substring(start) : all.substring(start);
    }

    /** Returns the last {@code length} digits, filled with leading zeros; all digits for 0. */
    private static String hex(String digits, boolean bigEndian, boolean prefix, int length) {
        if (length < 0 || length > 2 * Long.BYTES) {
            throw new IllegalArgumentException(
                    "expected a length from 0 to 16 digits, got " + length);
        }
        int even = length + length % 2;
        String filled = "0".repeat(Math.max(0, even - digits.length())) + digits;
        String ordered = bigEndian ? filled : Hex.reverse(filled);
        String cut = length == 0 ? ordered : ordered.substring(ordered.length() - length);
        return prefix ? "0x" + cut : cut;
    }
}
