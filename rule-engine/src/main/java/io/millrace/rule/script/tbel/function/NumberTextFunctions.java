// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Parsing of numbers. A blank text is null; a text that is not a number of the required type is an error. If no radix
 * is given, a text of decimal digits is decimal, anything else hexadecimal. A comma is read as a decimal point, and
 * {@code 0x} is ignored.
 */
public final class NumberTextFunctions {

    private static final int DETECT = 0;

    private NumberTextFunctions() {}

    public static @Nullable Integer parseInt(@Nullable String text) {
        return intOf(text, DETECT);
    }

    /** Radix 2, 8, 10, 16 or 25 to 36; 32 binary digits are a two's complement. */
    public static @Nullable Integer parseInt(@Nullable String text, int radix) {
        requireRadix(radix);
        return intOf(text, radix);
    }

    private static @Nullable Integer intOf(@Nullable String text, int radix) {
        Long number = integer(text, radix, Integer.SIZE);
        return number == null ? null : number.intValue();
    }

    public static @Nullable Long parseLong(@Nullable String text) {
        return integer(text, DETECT, Long.SIZE);
    }

    /** Radix 2, 8, 10, 16 or 25 to 36; 64 binary digits are a two's complement. */
    public static @Nullable Long parseLong(@Nullable String text, int radix) {
        requireRadix(radix);
        return integer(text, radix, Long.SIZE);
    }

    public static @Nullable Float parseFloat(@Nullable String text) {
        return floatOf(text, DETECT);
    }

    /** Radix 10, or 16 for the IEEE 754 bits. */
    public static @Nullable Float parseFloat(@Nullable String text, int radix) {
        if (radix != 10 && radix != 16) {
            throw new IllegalArgumentException("expected radix 10 or 16, but got " + radix);
        }
        return floatOf(text, radix);
    }

    private static @Nullable Float floatOf(@Nullable String text, int radix) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String number = prepared(text);
        return radix == 16 || (radix == DETECT && isHexOnly(number))
                ? (Float) HexNumberFunctions.parseHexToFloat(number)
                : (Float) Float.parseFloat(requireDecimal(number));
    }

    /** A decimal number, or hexadecimal IEEE 754 bits. */
    public static @Nullable Double parseDouble(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String number = prepared(text);
        return isHexOnly(number)
                ? (Double) HexNumberFunctions.parseHexToDouble(number)
                : (Double) Double.parseDouble(requireDecimal(number));
    }

    /** 2 if there are only binary digits, else −1. */
    public static int isBinary(@Nullable String text) {
        return text != null && isAll(text, 0, 2) ? 2 : -1;
    }

    /** 8 if there are only octal digits, else −1. */
    public static int isOctal(@Nullable String text) {
        return text != null && isAll(text, 0, 8) ? 8 : -1;
    }

    /** 10 if it is a decimal number, with or without sign and fraction, else −1. */
    public static int isDecimal(@Nullable String text) {
        return text != null && isPlainDecimal(text) ? 10 : -1;
    }

    /** 16 if it is a hexadecimal number, with or without sign and {@code 0x}, else −1. */
    public static int isHexadecimal(@Nullable String text) {
        return text != null && isAll(Hex.withoutPrefix(withoutSign(text)), 0, 16) ? 16 : -1;
    }

    static void requireRadix(int radix) {
        if (radix != 2 && radix != 8 && radix != 10 && radix != 16 && (radix < 25 || radix > 36)) {
            throw new IllegalArgumentException(
                    "expected radix 2, 8, 10, 16 or 25 to 36, but got " + radix);
        }
    }

    private static @Nullable Long integer(@Nullable String text, int wanted, int bits) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String number = prepared(text);
        boolean negative = number.startsWith("-");
        String signless = withoutSign(number);
        String digits = wanted == DETECT || wanted == 16 ? Hex.withoutPrefix(signless) : signless;
        boolean prefixed = digits.length() < signless.length();
        int detected = prefixed || !isAll(digits, 0, 10) ? 16 : 10;
        int radix = wanted == DETECT ? detected : wanted;
        if (!isAll(digits, 0, radix) || digits.length() > Long.SIZE) {
            throw notANumber(text, radix);
        }
        if (radix == 16 && digits.length() % 2 != 0) {
            throw new IllegalArgumentException(
                    "expected an even number of hexadecimal digits, but got " + digits.length());
        }
        BigInteger value = new BigInteger(digits, radix);
        if (radix == 2 && digits.length() == bits && !negative) {
            return bits == Integer.SIZE ? (long) value.intValue() : value.longValue();
        }
        BigInteger signed = negative ? value.negate() : value;
        if (signed.bitLength() >= bits) {
            throw new IllegalArgumentException(
                    "expected an integer of %d bits, but got \"%s\""
                            .formatted(bits, Bytes.shorten(text)));
        }
        return signed.longValue();
    }

    private static String prepared(String text) {
        return text.strip().replace(',', '.');
    }

    private static String withoutSign(String text) {
        return text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    }

    /** True if the rest from the position consists of digits of a radix only. */
    private static boolean isAll(String text, int from, int radix) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 'z' || Character.digit(c, radix) < 0) {
                return false;
            }
        }
        return from < text.length();
    }

    private static boolean isPlainDecimal(String text) {
        String number = withoutSign(text);
        int point = number.indexOf('.');
        return point < 0
                ? isAll(number, 0, 10)
                : isAll(number.substring(0, point), 0, 10) && isAll(number, point + 1, 10);
    }

    private static boolean isHexOnly(String number) {
        return !isPlainDecimal(number) && isAll(Hex.withoutPrefix(number), 0, 16);
    }

    /** Checks for sign, fraction and exponent only, because Java's own parser also accepts suffixes and words. */
    private static String requireDecimal(String number) {
        for (int i = 0; i < number.length(); i++) {
            if ("+-.eE0123456789".indexOf(number.charAt(i)) < 0) {
                throw notANumber(number, 10);
            }
        }
        return number;
    }

    private static IllegalArgumentException notANumber(String text, int radix) {
        return new IllegalArgumentException(
                "expected a number of radix %d, but got \"%s\""
                        .formatted(radix, Bytes.shorten(text)));
    }
}
