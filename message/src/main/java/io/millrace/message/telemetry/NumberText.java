// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * ThingsBoard's rules for numbers in telemetry: an integral number without a decimal point is a long, a number with one
 * is a double. A number that neither can hold exactly enough (more than 64 bits, more than 16 decimals) stays text, so
 * that no digit is lost.
 */
public final class NumberText {

    private static final int MAX_SCALE = 16;
    private static final int LONGEST_NUMBER = 400;

    private NumberText() {}

    /**
     * True if a text is a plain decimal number: an optional minus, then digits with at most one point, which is not the
     * last character. So {@code .5} is a number, as in ThingsBoard.
     */
    public static boolean isPlainDecimal(String text) {
        int i = text.startsWith("-") ? 1 : 0;
        int digits = 0;
        int point = -1;
        for (int n = text.length(); i < n; i++) {
            char c = text.charAt(i);
            if (c == '.' && point < 0) {
                point = i;
            } else if (c >= '0' && c <= '9') {
                digits++;
            } else {
                return false;
            }
        }
        return digits > 0 && point != text.length() - 1 && text.length() <= LONGEST_NUMBER;
    }

    /** Returns the value of a string: a number if the string is a plain decimal number. */
    public static Value cast(String text) {
        return isPlainDecimal(text) ? number(text) : new StringValue(text);
    }

    /** Returns the value of a number in JSON notation. */
    public static Value number(String text) {
        boolean exponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        if (!exponent && text.indexOf('.') < 0) {
            @Nullable Long integral = tryLong(text);
            return integral != null ? new LongValue(integral) : new StringValue(text);
        }
        if (text.length() > LONGEST_NUMBER) {
            return new StringValue(text);
        }
        return exponent ? scientific(text) : fraction(text);
    }

    private static Value fraction(String text) {
        int scale = text.length() - 1 - text.indexOf('.');
        double value = Double.parseDouble(text);
        return scale <= MAX_SCALE && Double.isFinite(value)
                ? new DoubleValue(value)
                : new StringValue(text);
    }

    private static Value scientific(String text) {
        double approximate = Double.parseDouble(text);
        if (!Double.isFinite(approximate)) {
            return new StringValue(text);
        }
        if (Math.abs(approximate) >= 0x1p63) {
            return new StringValue(new BigDecimal(text).toPlainString());
        }
        BigDecimal exact = new BigDecimal(text).stripTrailingZeros();
        if (exact.signum() == 0 || exact.scale() <= 0) {
            return new LongValue(exact.longValue());
        }
        return exact.scale() <= MAX_SCALE ? new DoubleValue(approximate) : new StringValue(text);
    }

    private static @Nullable Long tryLong(String text) {
        if (text.length() > 20) {
            return null;
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
