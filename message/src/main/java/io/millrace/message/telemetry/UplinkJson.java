// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import io.millrace.message.JsonErrors;
import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageJson;
import io.millrace.message.Payload;
import io.millrace.message.telemetry.Value.StringValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts JSON from a device to the payloads of messages. One pass of the parser validates the bytes. An object that needs
 * no change becomes a payload that is a slice of the same bytes. An object is rewritten only for a null (the entry is
 * left out), a string that is a number (it becomes the number, by the rules of {@link NumberText}), or a repeated key
 * (the last one counts).
 *
 * <p>Keys must not be blank or longer than {@link #MAX_KEY_LENGTH}, timestamps must be within {@link TimestampRange}.
 * Text must be storable ({@link JsonTextCheck}).
 */
public final class UplinkJson {

    /** The longest key, in characters. */
    public static final int MAX_KEY_LENGTH = 255;

    /** Greatest nesting depth of objects and arrays. */
    public static final int MAX_DEPTH = 100;

    private static final JsonMapper JSON =
            JsonMapper.builder(
                            MessageJson.factory()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAX_DEPTH)
                                                    .build())
                                    .build())
                    .build();

    private static final int FEW_KEYS = 16;

    private final byte[] json;
    private final int base;
    private final JsonParser parser;

    private UplinkJson(byte[] json, int base, JsonParser parser) {
        this.json = json;
        this.base = base;
        this.parser = parser;
    }

    /**
     * The values that a device measured at one time.
     *
     * @param ts milliseconds since the epoch
     * @param values a flat object without nulls
     * @param size number of values as the device sent them, nulls included
     */
    public record Reading(long ts, Payload values, int size) {}

    /**
     * Reads telemetry: {@code {"key": value, …}}, {@code {"ts": millis, "values": {…}}}, or an array of both. An object
     * has the second form only if it has both keys.
     *
     * @param json the bytes as received; they are kept and must not be changed afterwards
     * @param defaultTs timestamp of values that have none, in milliseconds since the epoch
     * @return one reading for each object, in their order; empty for {@code []}
     * @throws MalformedPayloadException if the bytes have none of these forms
     */
    public static List<Reading> telemetry(byte[] json, long defaultTs) {
        int base = startOfText(json);
        requireStorable(json, base);
        try (JsonParser parser = JSON.createParser(json, base, json.length - base)) {
            UplinkJson input = new UplinkJson(json, base, parser);
            List<Reading> readings = input.readings(defaultTs);
            input.expectEnd();
            return readings;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /**
     * Reads client attributes: {@code {"key": value, …}}.
     *
     * @param json the bytes as received; they are kept and must not be changed afterwards
     * @param ts time of the values, in milliseconds since the epoch
     * @throws MalformedPayloadException if the bytes are not an object of values
     */
    public static Reading attributes(byte[] json, long ts) {
        int base = startOfText(json);
        requireStorable(json, base);
        try (JsonParser parser = JSON.createParser(json, base, json.length - base)) {
            UplinkJson input = new UplinkJson(json, base, parser);
            input.expectObject(parser.nextToken());
            ObjectScan object = input.scan();
            Reading values = new Reading(ts, input.payload(object), object.size());
            input.expectEnd();
            return values;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    private List<Reading> readings(long defaultTs) {
        JsonToken first = parser.nextToken();
        if (first != JsonToken.START_ARRAY) {
            return List.of(reading(first, defaultTs));
        }
        List<Reading> readings = new ArrayList<>();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            readings.add(reading(token, defaultTs));
        }
        return readings;
    }

    private Reading reading(@Nullable JsonToken token, long defaultTs) {
        expectObject(token);
        ObjectScan object = scan();
        if (!object.hasTs || !object.hasValues) {
            return new Reading(defaultTs, payload(object), object.size());
        }
        ObjectScan values = object.values;
        Long ts = object.ts;
        if (ts == null || values == null) {
            throw new MalformedPayloadException(
                    "expected \"ts\" to be a number of milliseconds and \"values\" an object,"
                            + " in the object at byte "
                            + object.start);
        }
        return new Reading(TimestampRange.require("ts", ts), payload(values), values.size());
    }

    private Payload payload(ObjectScan object) {
        if (object.problem != null) {
            throw new MalformedPayloadException(object.problem);
        }
        return object.clean
                ? Payload.of(json, object.start, object.end - object.start)
                : UplinkRewriter.rewritten(JSON, json, object.start, object.end - object.start);
    }

    /** Scans the object whose opening brace was just read. */
    private ObjectScan scan() {
        ObjectScan object = new ObjectScan(position() - 1);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            object.take(key);
            scanValue(object, key, parser.nextToken());
        }
        object.end = position();
        return object;
    }

    private void scanValue(ObjectScan object, String key, JsonToken token) {
        boolean isTs = key.equals("ts");
        if (isTs) {
            object.hasTs = true;
            object.ts = null;
        } else if (key.equals("values")) {
            object.hasValues = true;
            object.values = null;
            if (token == JsonToken.START_OBJECT) {
                object.values = scan();
                return;
            }
        }
        switch (token) {
            case START_OBJECT, START_ARRAY -> parser.skipChildren();
            case VALUE_NULL -> object.clean = false;
            case VALUE_STRING -> {
                Value value = castOrNull();
                object.clean &= value == null;
                object.tsFrom(isTs, value);
            }
            case VALUE_NUMBER_INT -> {
                if (isTs && parser.getNumberType() != NumberType.BIG_INTEGER) {
                    object.ts = parser.getLongValue();
                }
            }
            case VALUE_NUMBER_FLOAT -> {
                if (isTs) {
                    object.tsFrom(true, NumberText.number(parser.getString()));
                }
            }
            default -> {
                // true and false need no change; an end or a name cannot follow a name
            }
        }
    }

    /** Returns the number that the current string represents, or null if it stays a string. */
    private @Nullable Value castOrNull() {
        char[] characters = parser.getStringCharacters();
        int length = parser.getStringLength();
        if (length == 0) {
            return null;
        }
        char first = characters[parser.getStringOffset()];
        if (first != '-' && first != '.' && (first < '0' || first > '9')) {
            return null;
        }
        Value value = NumberText.cast(parser.getString());
        return value instanceof StringValue ? null : value;
    }

    private int position() {
        return base + (int) parser.currentLocation().getByteOffset();
    }

    private void expectObject(@Nullable JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            throw new MalformedPayloadException(
                    "expected an object of values at byte %d, got %s"
                            .formatted(position(), token == null ? "nothing" : token));
        }
    }

    private void expectEnd() {
        JsonToken token = parser.nextToken();
        if (token != null) {
            throw new MalformedPayloadException(
                    "expected one JSON value; %s follows at byte %d".formatted(token, position()));
        }
    }

    /** Skips a byte order mark. Rejects JSON in UTF-16 or UTF-32, which the parser would detect. */
    private static int startOfText(byte[] json) {
        if (json.length >= 3
                && json[0] == (byte) 0xEF
                && json[1] == (byte) 0xBB
                && json[2] == (byte) 0xBF) {
            return 3;
        }
        for (int i = 0; i < Math.min(4, json.length); i++) {
            if (json[i] == 0 || json[0] < 0) {
                throw new MalformedPayloadException(
                        "the payload is not JSON in UTF-8: byte " + i + " is not part of it");
            }
        }
        return 0;
    }

    private static void requireStorable(byte[] json, int base) {
        JsonTextCheck.@Nullable Fault fault = JsonTextCheck.faultIn(json, base, json.length - base);
        if (fault != null) {
            throw new MalformedPayloadException(
                    "expected text that can be stored; " + fault.sentence());
        }
    }

    private static MalformedPayloadException malformed(JacksonException e) {
        long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
        return new MalformedPayloadException(
                "the payload is not JSON: %s (at byte %d)".formatted(JsonErrors.describe(e), at),
                e);
    }

    /** The result of scanning one object. */
    private static final class ObjectScan {

        private final int start;
        private final List<String> keys = new ArrayList<>(8);
        private @Nullable Set<String> manyKeys;
        private int end;
        private boolean clean = true;
        private boolean hasTs;
        private @Nullable Long ts;
        private boolean hasValues;
        private @Nullable ObjectScan values;

        /** Why this object is not a valid object of values; it may still be a value itself. */
        private @Nullable String problem;

        private ObjectScan(int start) {
            this.start = start;
        }

        private void take(String key) {
            if (key.length() > MAX_KEY_LENGTH || key.isBlank()) {
                problem =
                        "expected keys of 1 to %d characters, got one of %d in the object at byte %d"
                                .formatted(MAX_KEY_LENGTH, key.length(), start);
            }
            clean &= isNew(key);
        }

        private int size() {
            return manyKeys == null ? keys.size() : manyKeys.size();
        }

        private boolean isNew(String key) {
            if (manyKeys != null) {
                return manyKeys.add(key);
            }
            if (keys.contains(key)) {
                return false;
            }
            keys.add(key);
            if (keys.size() > FEW_KEYS) {
                manyKeys = new HashSet<>(keys);
            }
            return true;
        }

        private void tsFrom(boolean isTs, @Nullable Value value) {
            if (isTs && value instanceof Value.LongValue(long millis)) {
                ts = millis;
            }
        }
    }
}
