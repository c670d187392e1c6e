// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageJson;
import io.millrace.message.Payload;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads values from a message's payload: its bytes, or the tree that a node has made.
 *
 * <p>Telemetry is {@code {"key": value, …}}, {@code {"ts": millis, "values": {…}}} or an array of both; attributes have
 * the first form only. Numbers and numeric strings follow {@link NumberText}; objects and arrays are JSON values.
 * Everything else follows ThingsBoard's save nodes: null is an error, and of a repeated key the last value counts. Keys
 * and values have limits ({@link UplinkJson#MAX_KEY_LENGTH}, {@link Value#MAX_TEXT_LENGTH}), so that what is stored can
 * be read in one answer. Timestamps must be within {@link TimestampRange}.
 */
public final class TelemetryJson {

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private static final int SHOWN_OF_KEY = 40;

    private TelemetryJson() {}

    /**
     * Returns the points of a telemetry payload, one for each timestamp, in the order of time.
     *
     * @param defaultTs timestamp of values that have none, in milliseconds since the epoch
     * @throws MalformedPayloadException if the payload has none of the forms above
     */
    public static List<TimeseriesPoint> telemetry(Payload payload, long defaultTs) {
        Map<Long, Map<String, Value>> byTs = new TreeMap<>();
        try (JsonParser parser = payload.parser()) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    readElement(parser, defaultTs, byTs);
                }
            } else {
                readElement(parser, defaultTs, byTs);
            }
            expectEnd(parser);
        } catch (JacksonException e) {
            throw MalformedPayloadException.notJson(e);
        }
        List<TimeseriesPoint> points = new ArrayList<>(byTs.size());
        byTs.forEach((ts, values) -> points.add(new TimeseriesPoint(ts, keyValues(values))));
        return points;
    }

    /**
     * Returns the values of an attributes payload.
     *
     * @throws MalformedPayloadException if the payload is not an object of values
     */
    public static List<KeyValue> attributes(Payload payload) {
        try (JsonParser parser = payload.parser()) {
            expectObject(parser.nextToken(), "attributes");
            Map<String, Value> values = new LinkedHashMap<>();
            readValues(parser, values);
            expectEnd(parser);
            return keyValues(values);
        } catch (JacksonException e) {
            throw MalformedPayloadException.notJson(e);
        }
    }

    private static void readElement(
            JsonParser parser, long defaultTs, Map<Long, Map<String, Value>> byTs) {
        expectObject(parser.currentToken(), "telemetry");
        Map<String, Value> flat = new LinkedHashMap<>();
        Map<String, Value> nested = null;
        Long ts = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT && key.equals("values")) {
                String text = parser.readValueAsTree().toString();
                nested = new LinkedHashMap<>();
                flat.put(key, new JsonValue(text));
                readNested(text, nested);
            } else {
                Value value = read(parser, token, key);
                if (key.equals("ts") && value instanceof Value.LongValue(long millis)) {
                    ts = millis;
                }
                flat.put(key, value);
            }
        }
        boolean hasTs = flat.containsKey("ts") && flat.containsKey("values");
        if (!hasTs) {
            long checked = TimestampRange.require("timestamp of the message", defaultTs);
            add(checked, flat, byTs);
        } else if (ts == null || nested == null) {
            throw new MalformedPayloadException(
                    "expected \"ts\" to be a number of milliseconds and \"values\" an object");
        } else {
            long checked = TimestampRange.require("ts", ts);
            add(checked, nested, byTs);
        }
    }

    private static void add(
            long ts, Map<String, Value> values, Map<Long, Map<String, Value>> byTs) {
        Map<String, Value> known = byTs.putIfAbsent(ts, values);
        if (known != null) {
            known.putAll(values);
        }
    }

    private static void readNested(String object, Map<String, Value> into) {
        try (JsonParser parser = JSON.createParser(object)) {
            parser.nextToken();
            readValues(parser, into);
        }
    }

    private static void readValues(JsonParser parser, Map<String, Value> into) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            into.put(key, read(parser, parser.nextToken(), key));
        }
    }

    private static Value read(JsonParser parser, JsonToken token, String key) {
        return switch (token) {
            case VALUE_TRUE -> new BooleanValue(true);
            case VALUE_FALSE -> new BooleanValue(false);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NumberText.number(parser.getString());
            case VALUE_STRING -> NumberText.cast(parser.getString());
            case START_OBJECT, START_ARRAY -> new JsonValue(parser.readValueAsTree().toString());
            default ->
                    throw new MalformedPayloadException(
                            "expected a value for key \"%s\", got %s"
                                    .formatted(
                                            key, token == JsonToken.VALUE_NULL ? "null" : token));
        };
    }

    private static List<KeyValue> keyValues(Map<String, Value> values) {
        List<KeyValue> list = new ArrayList<>(values.size());
        values.forEach((key, value) -> list.add(storable(key, value)));
        return list;
    }

    private static KeyValue storable(String key, Value value) {
        if (key.isBlank() || key.length() > UplinkJson.MAX_KEY_LENGTH) {
            throw new MalformedPayloadException(
                    "expected keys of 1 to %d characters that are not blank, got '%s'%s"
                            .formatted(
                                    UplinkJson.MAX_KEY_LENGTH,
                                    key.substring(0, Math.min(key.length(), SHOWN_OF_KEY)),
                                    key.length() > SHOWN_OF_KEY
                                            ? "… with %d characters".formatted(key.length())
                                            : ""));
        }
        int length = Value.textLength(value);
        if (length > Value.MAX_TEXT_LENGTH) {
            throw new MalformedPayloadException(
                    "expected values of at most %d characters; \"%s\" has %d"
                            .formatted(Value.MAX_TEXT_LENGTH, key, length));
        }
        return new KeyValue(key, value);
    }

    private static void expectObject(JsonToken token, String what) {
        if (token != JsonToken.START_OBJECT) {
            throw new MalformedPayloadException(
                    "expected %s as a JSON object, got %s"
                            .formatted(what, token == null ? "nothing" : token));
        }
    }

    private static void expectEnd(JsonParser parser) {
        JsonToken token = parser.nextToken();
        if (token != null) {
            throw new MalformedPayloadException("expected one JSON value; more follows: " + token);
        }
    }
}
