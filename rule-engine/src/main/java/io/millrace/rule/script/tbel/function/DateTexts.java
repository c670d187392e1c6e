// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Formats dates by locale. */
enum DateTexts {
    DATE_TIME(FormatStyle.SHORT, FormatStyle.MEDIUM, "uuuu-MM-dd HH:mm:ss"),
    DATE(FormatStyle.SHORT, null, "uuuu-MM-dd"),
    TIME(null, FormatStyle.MEDIUM, "HH:mm:ss");

    private final @Nullable FormatStyle dateStyle;
    private final @Nullable FormatStyle timeStyle;
    private final String utcPattern;

    DateTexts(@Nullable FormatStyle dateStyle, @Nullable FormatStyle timeStyle, String utcPattern) {
        this.dateStyle = dateStyle;
        this.timeStyle = timeStyle;
        this.utcPattern = utcPattern;
    }

    static DateTimeFormatter english(
            @Nullable FormatStyle dateStyle, @Nullable FormatStyle timeStyle) {
        return new DateTimeFormatterBuilder()
                .appendLocalized(dateStyle, timeStyle)
                .toFormatter(Locale.US);
    }

    /**
     * Returns the text of a time.
     *
     * @param locale a language tag, or UTC for the numeric form
     * @param options the id of a zone, or JSON with {@code timeZone}, {@code dateStyle}, {@code timeStyle} and {@code
     *     pattern}; null for none
     */
    String format(Instant instant, String locale, @Nullable String options) {
        JsonNode given = optionsOf(options);
        String zone = textOf(given, "timeZone");
        try {
            return formatter(locale, given)
                    .format(
                            instant.atZone(
                                    zone == null ? ZoneId.systemDefault() : DateParts.zoneOf(zone)))
                    // Some locales use a special space before AM and PM, which breaks comparisons
                    // of texts.
                    .replace('\u202f', ' ');
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "the date cannot be formatted: " + e.getMessage(), e);
        }
    }

    private DateTimeFormatter formatter(String locale, JsonNode options) {
        boolean isUtc = locale.equalsIgnoreCase("UTC");
        Locale tag = isUtc ? Locale.ROOT : Locale.forLanguageTag(locale);
        String pattern = textOf(options, "pattern");
        if (pattern != null) {
            return DateTimeFormatter.ofPattern(pattern, tag);
        }
        FormatStyle date = styleOf(options, "dateStyle");
        FormatStyle time = styleOf(options, "timeStyle");
        if (date == null && time == null) {
            if (isUtc) {
                return DateTimeFormatter.ofPattern(utcPattern, tag);
            }
            date = dateStyle;
            time = timeStyle;
        }
        return new DateTimeFormatterBuilder().appendLocalized(date, time).toFormatter(tag);
    }

    private static JsonNode optionsOf(@Nullable String options) {
        JsonMapper mapper = JsonMapper.shared();
        if (options == null || options.isBlank()) {
            return mapper.createObjectNode();
        }
        if (!options.stripLeading().startsWith("{")) {
            return mapper.createObjectNode().put("timeZone", options);
        }
        try {
            return mapper.readTree(options);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "expected options in JSON, but got \"%s\"".formatted(Bytes.shorten(options)),
                    e);
        }
    }

    private static @Nullable String textOf(JsonNode options, String name) {
        JsonNode value = options.path(name);
        return value.isString() ? value.stringValue() : null;
    }

    private static @Nullable FormatStyle styleOf(JsonNode options, String name) {
        String style = textOf(options, name);
        if (style == null) {
            return null;
        }
        try {
            return FormatStyle.valueOf(style.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: expected full, long, medium or short, but got \"%s\""
                            .formatted(name, Bytes.shorten(style)),
                    e);
        }
    }
}
