// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jsonb;

import io.millrace.message.JsonErrors;
import io.millrace.message.MessageJson;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.StoreException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts typed values to and from jsonb. A number without a decimal point is a long, a number with one is a double:
 * jsonb keeps the point. Values are read as they were written, except that jsonb reorders the members of objects and
 * has no negative zero.
 */
public final class JsonbValues {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private JsonbValues() {}

    /** Returns the value as it will be read from the database: without a negative zero. */
    public static Value normalize(Value value) {
        return value instanceof DoubleValue(double number) && number == 0.0
                ? new DoubleValue(0.0)
                : value;
    }

    /**
     * Appends a value in its jsonb form.
     *
     * @throws StoreException if PostgreSQL cannot hold it: text with a NUL character or an unpaired surrogate, or a
     *     JSON value that is not an object or array
     */
    public static void append(StringBuilder json, Value value) {
        switch (value) {
            case BooleanValue(boolean truth) -> json.append(truth);
            case LongValue(long number) -> json.append(number);
            case DoubleValue(double number) -> appendDouble(json, number);
            case StringValue(String text) -> appendText(json, text);
            case JsonValue(String text) -> {
                requireStorable(text);
                json.append(text);
            }
        }
    }

    /** A value in its jsonb form; errors as in {@link #append}. */
    public static String format(Value value) {
        StringBuilder json = new StringBuilder();
        append(json, value);
        return json.toString();
    }

    /** Parses the server's text of a value that {@link #append} wrote. */
    public static Value parse(String json) {
        return switch (json.charAt(0)) {
            case 't' -> new BooleanValue(true);
            case 'f' -> new BooleanValue(false);
            case '"' -> new StringValue(JSON.readValue(json, String.class));
            case '{', '[' -> new JsonValue(compact(json));
            default ->
                    json.indexOf('.') < 0
                            ? new LongValue(Long.parseLong(json))
                            : new DoubleValue(Double.parseDouble(json));
        };
    }

    /** Parses the server's text of an array of values, each of which {@link #append} wrote. */
    public static List<Value> parseArray(String json) {
        List<Value> values = new ArrayList<>();
        boolean inText = false;
        int depth = 0;
        int from = 1;
        for (int i = 1, n = json.length(); i < n; i++) {
            char c = json.charAt(i);
            if (inText) {
                inText = c != '"';
                i += c == '\\' ? 1 : 0;
            } else if (c == '"') {
                inText = true;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (depth > 0) {
                depth -= c == ']' || c == '}' ? 1 : 0;
            } else if (c == ',' || c == ']') {
                // The server adds a space after a comma.
                String value = json.substring(from, i).strip();
                if (!value.isEmpty()) {
                    values.add(parse(value));
                }
                from = i + 1;
            }
        }
        return values;
    }

    /** True if PostgreSQL can store the text: it has no NUL character and no unpaired surrogate. */
    public static boolean isStorable(String text) {
        for (int i = 0, n = text.length(); i < n; i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (i + 1 == n || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private static void appendDouble(StringBuilder json, double number) {
        String text = Double.toString(number);
        if (text.indexOf('E') >= 0) {
            String plain = new BigDecimal(text).toPlainString();
            json.append(plain);
            if (plain.indexOf('.') < 0) {
                json.append(".0");
            }
        } else {
            json.append(text);
        }
    }

    private static void appendText(StringBuilder json, String text) {
        if (!isStorable(text)) {
            throw unstorable();
        }
        json.append('"');
        for (int i = 0, n = text.length(); i < n; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 0xf]);
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    /**
     * Checks that the text is exactly one JSON object or array; other text would shift the values that follow in the
     * row.
     */
    private static void requireStorable(String json) {
        try (JsonParser parser = JSON.createParser(json)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT && first != JsonToken.START_ARRAY) {
                throw new StoreException("a JSON value must be an object or an array");
            }
            int depth = 1;
            while (depth > 0) {
                depth += depthChange(parser.nextToken());
                requireStorableText(parser);
            }
            if (parser.nextToken() != null) {
                throw new StoreException(
                        "a JSON value must be one object or array, but has further content after it");
            }
        } catch (JacksonException e) {
            throw new StoreException("a JSON value is malformed: " + JsonErrors.describe(e), e);
        }
    }

    private static int depthChange(JsonToken token) {
        return switch (token) {
            case START_OBJECT, START_ARRAY -> 1;
            case END_OBJECT, END_ARRAY -> -1;
            default -> 0;
        };
    }

    private static void requireStorableText(JsonParser parser) {
        boolean isText =
                parser.currentToken() == JsonToken.VALUE_STRING
                        || parser.currentToken() == JsonToken.PROPERTY_NAME;
        if (isText && !isStorable(parser.getString())) {
            throw unstorable();
        }
    }

    private static StoreException unstorable() {
        return new StoreException(
                "text with a NUL character or an unpaired surrogate cannot be stored");
    }

    /** Removes the spaces that the server adds after commas and colons. */
    private static String compact(String json) {
        StringBuilder compact = new StringBuilder(json.length());
        boolean inText = false;
        for (int i = 0, n = json.length(); i < n; i++) {
            char c = json.charAt(i);
            if (inText && c == '\\') {
                compact.append(c);
                i++;
                compact.append(json.charAt(i));
            } else if (inText || c != ' ') {
                compact.append(c);
                inText ^= c == '"';
            }
        }
        return compact.toString();
    }
}
