// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import io.millrace.message.MessageJson;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One value of a time series or attribute. Its type is significant: {@code 5} and {@code 5.0} differ. */
public sealed interface Value {

    /** The longest string, and the longest text of a JSON value, that is stored; in characters. */
    int MAX_TEXT_LENGTH = 256 * 1024;

    /** Number of characters of a string or of a JSON value; 0 for the other values, which are short. */
    static int textLength(Value value) {
        return switch (value) {
            case StringValue(String text) -> text.length();
            case JsonValue(String text) -> text.length();
            case BooleanValue _, LongValue _, DoubleValue _ -> 0;
        };
    }

    /** A Boolean. */
    record BooleanValue(boolean value) implements Value {}

    /** A 64-bit integer. */
    record LongValue(long value) implements Value {}

    /** A finite floating-point number. */
    record DoubleValue(double value) implements Value {
        public DoubleValue {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("expected a finite number, got " + value);
            }
        }
    }

    /** Text. */
    record StringValue(String value) implements Value {
        public StringValue {
            Objects.requireNonNull(value, "value");
        }
    }

    /** A JSON object or array, as compact text. */
    record JsonValue(String value) implements Value {
        public JsonValue {
            Objects.requireNonNull(value, "value");
        }
    }

    /** The value as untyped text for REST: strings unchanged, other values in their text form. */
    default String asText() {
        return switch (this) {
            case BooleanValue(boolean b) -> Boolean.toString(b);
            case LongValue(long l) -> Long.toString(l);
            case DoubleValue(double d) -> Double.toString(d);
            case StringValue(String s) -> s;
            case JsonValue(String s) -> s;
        };
    }

    /** The value as JSON, of the same type. */
    default JsonNode asJson() {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (this) {
            case BooleanValue(boolean b) -> json.booleanNode(b);
            case LongValue(long l) -> json.numberNode(l);
            case DoubleValue(double d) -> json.numberNode(d);
            case StringValue(String s) -> json.stringNode(s);
            case JsonValue(String s) -> MessageJson.MAPPER.readTree(s);
        };
    }
}
