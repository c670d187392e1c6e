// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import io.millrace.message.Payload;
import io.millrace.message.telemetry.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** Rewrites an object of values without its nulls, with its numeric strings as numbers and each key once. */
final class UplinkRewriter {

    private final JsonMapper mapper;
    private final byte[] json;
    private final int start;
    private final JsonParser parser;

    private UplinkRewriter(JsonMapper mapper, byte[] json, int start, JsonParser parser) {
        this.mapper = mapper;
        this.json = json;
        this.start = start;
        this.parser = parser;
    }

    /** Returns the rewritten object from the given bytes, which must be valid. */
    static Payload rewritten(JsonMapper mapper, byte[] json, int start, int length) {
        try (JsonParser parser = mapper.createParser(json, start, length)) {
            return Payload.ofText(new UplinkRewriter(mapper, json, start, parser).rewrite());
        }
    }

    private String rewrite() {
        Map<String, String> entries = new LinkedHashMap<>();
        parser.nextToken();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.VALUE_NULL) {
                entries.remove(key);
            } else {
                entries.put(key, textOf(token));
            }
        }
        return entries.entrySet().stream()
                .map(entry -> mapper.writeValueAsString(entry.getKey()) + ":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String textOf(JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> cast(parser.getString());
            case START_OBJECT, START_ARRAY -> unchanged();
            default -> parser.getString();
        };
    }

    private String unchanged() {
        int from = start + (int) parser.currentLocation().getByteOffset() - 1;
        parser.skipChildren();
        int to = start + (int) parser.currentLocation().getByteOffset();
        return new String(json, from, to - from, StandardCharsets.UTF_8);
    }

    private String cast(String text) {
        return NumberText.cast(text) instanceof StringValue
                ? mapper.writeValueAsString(text)
                : withoutLeadingZeros(text);
    }

    /** Removes leading zeros, which JSON does not allow; all other digits stay, so that no precision is lost. */
    private static String withoutLeadingZeros(String number) {
        int sign = number.startsWith("-") ? 1 : 0;
        int first = sign;
        while (first < number.length() - 1
                && number.charAt(first) == '0'
                && number.charAt(first + 1) != '.') {
            first++;
        }
        return number.substring(0, sign) + number.substring(first);
    }
}
