// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.message.MessageJson;
import java.time.ZoneId;
import java.time.format.FormatStyle;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a script says about the text of a date.
 *
 * @param zone the server's if not given
 * @param dateStyle null if not given
 * @param timeStyle null if not given
 * @param pattern takes the place of the styles; null if not given
 */
record DateOptions(
        ZoneId zone,
        @Nullable FormatStyle dateStyle,
        @Nullable FormatStyle timeStyle,
        @Nullable String pattern) {

    /** A longer pattern could make a text of any length. */
    private static final int MAX_PATTERN = 1000;

    /** Of which only the zone is given. */
    static DateOptions in(ZoneId zone) {
        return new DateOptions(zone, null, null, null);
    }

    /**
     * Reads the argument of a script.
     *
     * @param given the id of a zone, or a map or its JSON with {@code timeZone}, {@code dateStyle}, {@code timeStyle} and
     *     {@code pattern}; null for none
     */
    static DateOptions of(@Nullable Object given) {
        return switch (given) {
            case null -> ofMap(Map.of());
            case String text when text.isBlank() -> ofMap(Map.of());
            case String text when text.stripLeading().startsWith("{") -> ofMap(json(text));
            case String zone -> in(DateParts.zoneOf(zone));
            case Map<?, ?> map -> ofMap(map);
            default ->
                    throw new IllegalArgumentException(
                            "expected a time zone or options, got " + Bytes.describe(given));
        };
    }

    private static DateOptions ofMap(Map<?, ?> options) {
        String zone = textOf(options, "timeZone");
        String pattern = textOf(options, "pattern");
        if (pattern != null && pattern.length() > MAX_PATTERN) {
            throw new IllegalArgumentException(
                    "pattern: expected at most %d characters, got %d"
                            .formatted(MAX_PATTERN, pattern.length()));
        }
        return new DateOptions(
                zone == null ? ZoneId.systemDefault() : DateParts.zoneOf(zone),
                styleOf(options, "dateStyle"),
                styleOf(options, "timeStyle"),
                pattern);
    }

    private static Map<String, String> json(String text) {
        try {
            Map<String, String> options = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> each :
                    MessageJson.MAPPER.readTree(text).properties()) {
                if (each.getValue().isString()) {
                    options.put(each.getKey(), each.getValue().stringValue());
                }
            }
            return options;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "expected options in JSON, got \"%s\"".formatted(Bytes.shorten(text)), e);
        }
    }

    private static @Nullable String textOf(Map<?, ?> options, String name) {
        return options.get(name) instanceof String text && !text.isEmpty() ? text : null;
    }

    private static @Nullable FormatStyle styleOf(Map<?, ?> options, String name) {
        String style = textOf(options, name);
        if (style == null) {
            return null;
        }
        try {
            return FormatStyle.valueOf(style.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: expected full, long, medium or short, got \"%s\""
                            .formatted(name, Bytes.shorten(style)),
                    e);
        }
    }
}
