// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Bytes as hexadecimal digits. */
final class Hex {

    private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

    private Hex() {}

    /**
     * Returns the bytes of an even number of digits, after an optional prefix {@code 0x}.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    static byte[] parse(@Nullable String text) {
        if (text == null) {
            throw new IllegalArgumentException("expected hexadecimal digits, got null");
        }
        String digits = withoutPrefix(text.strip());
        if (digits.length() % 2 != 0) {
            throw new IllegalArgumentException(
                    "expected an even number of hexadecimal digits, got %d"
                            .formatted(digits.length()));
        }
        try {
            return UPPER_CASE.parseHex(digits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected hexadecimal digits, got \"%s\"".formatted(Bytes.shorten(text)), e);
        }
    }

    static String withoutPrefix(String text) {
        return text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
    }

    static String format(byte[] bytes) {
        return UPPER_CASE.formatHex(bytes);
    }

    /** Returns the last digits of a number, upper case. */
    static String format(long number, int digits) {
        return UPPER_CASE.toHexDigits(number, digits);
    }

    /** Returns the bytes of the text in reverse order; the number of digits must be even. */
    static String reverse(String digits) {
        StringBuilder reversed = new StringBuilder(digits.length());
        for (int i = digits.length(); i > 0; i -= 2) {
            reversed.append(digits, i - 2, i);
        }
        return reversed.toString();
    }
}
