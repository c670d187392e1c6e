// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.math.BigInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parsing of numbers. A blank text is null, except for {@code parseDouble} without radix, where it is an error as in
 * ThingsBoard; a text that is not a number of the required type is an error. If no radix is given, a decimal number is
 * decimal, also one with an exponent ({@code 1E10}); hexadecimal digits are hexadecimal. {@code 0x} is ignored. A comma
 * is an error: it separates thousands in some languages and decimals in others.
 */
public final class NumberTextFunctions {

    private static final int DETECT = 0;

    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?+[0-9]++(?:\\.[0-9]++)?+(?:[eE][+-]?+[0-9]++)?+");

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
        requireRealRadix(radix);
        return floatOf(text, radix);
    }

    private static @Nullable Float floatOf(@Nullable String text, int radix) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String number = text.strip();
        return isHexadecimal(number, radix)
                ? (Float) HexNumberFunctions.parseHexToFloat(number)
                : decimal(number, Float::parseFloat);
    }

    /** A decimal number, or hexadecimal IEEE 754 bits. */
    public static double parseDouble(@Nullable String text) {
        Double number = doubleOf(text, DETECT);
        if (number == null) {
            throw new IllegalArgumentException(
                    "expected a number, got " + (text == null ? "null" : "an empty text"));
        }
        return number;
    }

    /** Radix 10, or 16 for the IEEE 754 bits. */
    public static @Nullable Double parseDouble(@Nullable String text, int radix) {
        requireRealRadix(radix);
        return doubleOf(text, radix);
    }

    private static @Nullable Double doubleOf(@Nullable String text, int radix) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String number = text.strip();
        return isHexadecimal(number, radix)
                ? (Double) HexNumberFunctions.parseHexToDouble(number)
                : (Double) decimalOf(number);
    }

    /**
     * Returns a decimal number.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    static double decimalOf(String number) {
        return decimal(number, Double::parseDouble);
    }

    /** 2 if there are only binary digits, else −1. */
    public static int isBinary(@Nullable String text) {
        return text != null && isAll(text, 2) ? 2 : -1;
    }

    /** 8 if there are only octal digits, else −1. */
    public static int isOctal(@Nullable String text) {
        return text != null && isAll(text, 8) ? 8 : -1;
    }

    /** 10 if it is a decimal number, with or without sign, fraction and exponent, else −1. */
    public static int isDecimal(@Nullable String text) {
        return text != null && DECIMAL.matcher(text).matches() ? 10 : -1;
    }

    /** 16 if it is a hexadecimal number, with or without {@code -} and {@code 0x}, else −1. */
    public static int isHexadecimal(@Nullable String text) {
        if (text == null) {
            return -1;
        }
        String digits = text.startsWith("-") ? text.substring(1) : text;
        return isAll(Hex.withoutPrefix(digits), 16) ? 16 : -1;
    }

    private static void requireRealRadix(int radix) {
        if (radix != 10 && radix != 16) {
            throw new IllegalArgumentException("expected radix 10 or 16, got " + radix);
        }
    }

    static void requireRadix(int radix) {
        if (radix != 2 && radix != 8 && radix != 10 && radix != 16 && (radix < 25 || radix > 36)) {
            throw new IllegalArgumentException(
                    "expected radix 2, 8, 10, 16 or 25 to 36, got " + radix);
        }
    }

    private static @Nullable Long integer(@Nullable String text, int wanted, int bits) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String number = text.strip();
        boolean negative = number.startsWith("-");
        String signless = withoutSign(number);
        String digits = wanted == DETECT || wanted == 16 ? Hex.withoutPrefix(signless) : signless;
        boolean prefixed = digits.length() < signless.length();
        int detected = prefixed || isDecimal(number) < 0 ? 16 : 10;
        int radix = wanted == DETECT ? detected : wanted;
        if (!isAll(digits, radix)
                || digits.length() > Long.SIZE
                || (radix == 16 && number.startsWith("+"))) {
            throw notANumber(text, radix);
        }
        if (radix == 16 && digits.length() % 2 != 0) {
            throw new IllegalArgumentException(
                    "expected an even number of hexadecimal digits, got " + digits.length());
        }
        BigInteger value = new BigInteger(digits, radix);
        if (radix == 2 && digits.length() == bits && !negative) {
            return bits == Integer.SIZE ? (long) value.intValue() : value.longValue();
        }
        BigInteger signed = negative ? value.negate() : value;
        if (signed.bitLength() >= bits) {
            throw new IllegalArgumentException(
                    "expected an integer of %d bits, got \"%s\""
                            .formatted(bits, Bytes.shorten(text)));
        }
        return signed.longValue();
    }

    private static String withoutSign(String text) {
        return text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    }

    /** True if the text consists of digits of a radix only. */
    private static boolean isAll(String text, int radix) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 'z' || Character.digit(c, radix) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isHexadecimal(String number, int radix) {
        return radix == DETECT
                ? isDecimal(number) < 0 && isAll(Hex.withoutPrefix(number), 16)
                : radix == 16;
    }

    /** Checks for sign, fraction and exponent only, because Java's own parser also accepts suffixes and words. */
    private static <N> N decimal(String number, Function<String, N> parser) {
        for (int i = 0; i < number.length(); i++) {
            if ("+-.eE0123456789".indexOf(number.charAt(i)) < 0) {
                throw notANumber(number, 10);
            }
        }
        try {
            return parser.apply(number);
        } catch (NumberFormatException _) {
            throw notANumber(number, 10);
        }
    }

    private static IllegalArgumentException notANumber(String text, int radix) {
        return new IllegalArgumentException(
                "expected a number of radix %d, got \"%s\"".formatted(radix, Bytes.shorten(text)));
    }
}
