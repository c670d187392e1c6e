// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.javascript;

import io.millrace.message.MessageJson;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ScriptException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the result of a transformation from JSON: objects with any of the members {@code msg}, {@code metadata} and
 * {@code msgType}. Missing members keep the values of the message before. The new payload is the exact text from the
 * result; it is not parsed to a tree and written again.
 */
public final class JsonMessages {

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private final String json;
    private final JsonParser parser;
    private final RuleMessage before;

    private JsonMessages(String json, JsonParser parser, RuleMessage before) {
        this.json = json;
        this.parser = parser;
        this.before = before;
    }

    /**
     * Returns the message of an object, or the messages of an array; an element that is not an object becomes the
     * message before.
     *
     * @param json the result, or null if there was none
     */
    public static List<RuleMessage> all(@Nullable String json, RuleMessage before) {
        String expected = "expected an object or an array of objects, got ";
        if (json == null) {
            throw new ScriptException(expected + "nothing");
        }
        try (JsonParser parser = JSON.createParser(json)) {
            JsonMessages messages = new JsonMessages(json, parser, before);
            return switch (parser.nextToken()) {
                case START_OBJECT -> List.of(messages.object());
                case START_ARRAY -> messages.array();
                case JsonToken other -> throw new ScriptException(expected + describe(other));
            };
        }
    }

    /** Returns the message of an object. */
    public static RuleMessage one(@Nullable String json, RuleMessage before) {
        String expected = "expected an object, got ";
        if (json == null) {
            throw new ScriptException(expected + "nothing");
        }
        try (JsonParser parser = JSON.createParser(json)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw new ScriptException(expected + describe(first));
            }
            return new JsonMessages(json, parser, before).object();
        }
    }

    private List<RuleMessage> array() {
        List<RuleMessage> all = new ArrayList<>();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            if (token == JsonToken.START_OBJECT) {
                all.add(object());
            } else {
                parser.skipChildren();
                all.add(before);
            }
        }
        if (all.isEmpty()) {
            throw new ScriptException("expected at least one message, got an empty array");
        }
        return all;
    }

    private RuleMessage object() {
        RuleMessage message = before;
        for (String member = parser.nextName(); member != null; member = parser.nextName()) {
            JsonToken value = parser.nextToken();
            message =
                    switch (member) {
                        case "msg" -> message.withPayload(payload());
                        case "metadata" -> withMetadata(message, value);
                        case "msgType" -> withType(message, value);
                        default -> {
                            parser.skipChildren();
                            yield message;
                        }
                    };
        }
        return message;
    }

    private Payload payload() {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getCharOffset();
        String text = json.substring(start, end);
        return text.equals(before.payload().text()) ? before.payload() : Payload.ofText(text);
    }

    private RuleMessage withMetadata(RuleMessage message, JsonToken value) {
        if (value == JsonToken.VALUE_NULL) {
            return message;
        }
        if (value != JsonToken.START_OBJECT) {
            throw new ScriptException("metadata: expected an object, got " + describe(value));
        }
        List<String> keysAndValues = new ArrayList<>();
        for (String key = parser.nextName(); key != null; key = parser.nextName()) {
            JsonToken one = parser.nextToken();
            if (one.isStructStart()) {
                throw new ScriptException(
                        "metadata: expected a text or a number as value of \"%s\", got %s"
                                .formatted(key, describe(one)));
            }
            if (one != JsonToken.VALUE_NULL) {
                keysAndValues.add(key);
                keysAndValues.add(parser.getString());
            }
        }
        return message.withMetadata(Metadata.of(keysAndValues.toArray(String[]::new)));
    }

    private RuleMessage withType(RuleMessage message, JsonToken value) {
        if (value == JsonToken.VALUE_NULL) {
            return message;
        }
        if (value.isStructStart()) {
            throw new ScriptException("msgType: expected a text, got " + describe(value));
        }
        String type = parser.getString();
        return type.isEmpty() ? message : message.withType(type);
    }

    private static String describe(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> "a number";
        };
    }
}
