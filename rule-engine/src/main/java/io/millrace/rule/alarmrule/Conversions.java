// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;

/** Conversions of values to the types of predicates. A conversion to text is {@link Value#asText()}. */
final class Conversions {

    /** The result of {@link #number} for a value that is no number. */
    static final double NO_NUMBER = Double.NaN;

    private Conversions() {}

    static double number(Value value) {
        return switch (value) {
            case LongValue(long number) -> number;
            case DoubleValue(double number) -> number;
            case BooleanValue(boolean truth) -> truth ? 1 : 0;
            case StringValue(String text) -> parsed(text);
            case JsonValue(String json) -> parsed(json);
        };
    }

    private static double parsed(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return NO_NUMBER;
        }
    }

    static boolean truth(Value value) {
        return switch (value) {
            case LongValue(long number) -> number > 0;
            case DoubleValue(double number) -> number > 0;
            case BooleanValue(boolean truth) -> truth;
            case StringValue(String text) -> Boolean.parseBoolean(text);
            case JsonValue(String json) -> Boolean.parseBoolean(json);
        };
    }

    /** @throws NumberFormatException if a text is no integer */
    static long integer(Value value) {
        return switch (value) {
            case LongValue(long number) -> number;
            case DoubleValue(double number) -> (long) number;
            case BooleanValue(boolean truth) -> truth ? 1 : 0;
            case StringValue(String text) -> Long.parseLong(text);
            case JsonValue(String json) -> Long.parseLong(json);
        };
    }
}
