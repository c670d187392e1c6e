// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.MessageJson;
import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A text with placeholders for values of a message, compiled once: <code>${key}</code> is a metadata value,
 * <code>${*}</code> all metadata as a JSON object, <code>$[a.b]</code> a scalar inside the payload, <code>$[*]</code>
 * the payload as compact JSON. A placeholder without a value in the message stays unchanged.
 *
 * <p>ThingsBoard resolves in several passes, so that a value may add placeholders of its own, and fails every template
 * for a payload that is not JSON. Here a single pass resolves only the placeholders of the template, and the payload
 * must be JSON only if the template uses it.
 */
public final class Template {

    private static final JsonMapper JSON = MessageJson.MAPPER;

    /** A placeholder never contains the start of another one; in such a text the inner one is the placeholder. */
    private static final Pattern PLACE =
            Pattern.compile(
                    "\\$\\{(?<metadata>(?:(?!\\$[{\\[])[^}])+)}|\\$\\[(?<data>(?:(?!\\$[{\\[])[^]])+)]");

    private sealed interface Part {

        record Literal(String text) implements Part {}

        record AllMetadata() implements Part {}

        record MetadataValue(String place, String key) implements Part {}

        record WholePayload() implements Part {}

        record PayloadValue(String place, List<String> path) implements Part {}
    }

    private final String text;
    private final List<Part> parts;

    private Template(String text, List<Part> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /** Compiles a template. Every text is valid. */
    public static Template of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher place = PLACE.matcher(text);
        int end = 0;
        while (place.find()) {
            if (place.start() > end) {
                parts.add(new Part.Literal(text.substring(end, place.start())));
            }
            parts.add(part(place));
            end = place.end();
        }
        if (end < text.length()) {
            parts.add(new Part.Literal(text.substring(end)));
        }
        return new Template(text, parts);
    }

    private static Part part(Matcher place) {
        String key = place.group("metadata");
        if (key != null) {
            return key.equals("*")
                    ? new Part.AllMetadata()
                    : new Part.MetadataValue(place.group(), key);
        }
        String path = place.group("data");
        return path.equals("*")
                ? new Part.WholePayload()
                : new Part.PayloadValue(place.group(), List.of(path.split("\\.", -1)));
    }

    /**
     * Returns the text with the message's values.
     *
     * @throws io.millrace.message.MalformedPayloadException if the template uses a value of the payload, and the
     *     payload is not JSON
     */
    public String resolve(RuleMessage message) {
        if (parts.size() == 1 && parts.getFirst() instanceof Part.Literal) {
            return text;
        }
        StringBuilder resolved = new StringBuilder(text.length() + 32);
        for (Part part : parts) {
            resolved.append(
                    switch (part) {
                        case Part.Literal(String literal) -> literal;
                        case Part.AllMetadata() -> allOf(message.metadata());
                        case Part.MetadataValue(String place, String key) ->
                                orElse(message.metadata().get(key), place);
                        case Part.WholePayload() -> message.payload().json().toString();
                        case Part.PayloadValue(String place, List<String> path) ->
                                orElse(scalarAt(message.payload().json(), path), place);
                    });
        }
        return resolved.toString();
    }

    private static String allOf(Metadata metadata) {
        return JSON.writeValueAsString(metadata.values());
    }

    private static String orElse(@Nullable String value, String otherwise) {
        return value == null ? otherwise : value;
    }

    private static @Nullable String scalarAt(JsonNode root, List<String> path) {
        JsonNode node = root;
        for (String name : path) {
            if (!node.isObject() || !node.has(name)) {
                return null;
            }
            node = node.path(name);
        }
        if (node.isContainer()) {
            return null;
        }
        return node.isNull() ? "null" : node.asString();
    }

    /** Returns the source text of the template. */
    @Override
    public String toString() {
        return text;
    }
}
