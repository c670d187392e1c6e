// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats dates by locale, in the styles of ThingsBoard. */
final class DateTexts {

    /** The locale of texts for which a script names none. The server's would make them depend on where it runs. */
    static final String ENGLISH = "en";

    /** No language: {@code 2023 Nov 14, Tue} and {@code 22:13:20}. */
    static final String ROOT = "und";

    /**
     * Between a date and a time of day in a full or long style. ThingsBoard's version of the locale data has these words;
     * later ones have a comma.
     */
    private static final Map<String, String> AT =
            Map.ofEntries(
                    Map.entry("ar", " في "),
                    Map.entry("da", " kl. "),
                    Map.entry("de", " um "),
                    Map.entry("en", " at "),
                    Map.entry("fi", " klo "),
                    Map.entry("fr", " à "),
                    Map.entry("he", " בשעה "),
                    Map.entry("hi", " को "),
                    Map.entry("hr", " u "),
                    Map.entry("nb", " kl. "),
                    Map.entry("nl", " om "),
                    Map.entry("uk", " о "));

    private DateTexts() {}

    /**
     * Returns the text of a time.
     *
     * @param locale a language tag; English if null or empty
     * @param dateStyle null for no date
     * @param timeStyle null for no time of day
     * @param options whose zone and pattern are used
     */
    static String format(
            Instant instant,
            @Nullable String locale,
            @Nullable FormatStyle dateStyle,
            @Nullable FormatStyle timeStyle,
            DateOptions options) {
        Locale language =
                Locale.forLanguageTag(locale == null || locale.isEmpty() ? ENGLISH : locale);
        try {
            DateTimeFormatter formatter =
                    options.pattern() == null
                            ? styled(dateStyle, timeStyle, language)
                            : DateTimeFormatter.ofPattern(options.pattern(), language);
            // Later versions of the locale data have a narrow space before AM and PM, which
            // breaks comparisons of texts.
            return formatter.format(instant.atZone(options.zone())).replace('\u202f', ' ');
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "the date cannot be formatted: " + e.getMessage(), e);
        }
    }

    private static DateTimeFormatter styled(
            @Nullable FormatStyle date, @Nullable FormatStyle time, Locale locale) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder();
        String at = AT.get(locale.getLanguage());
        if (at != null && isLong(date) && isLong(time)) {
            builder.appendLocalized(date, null).appendLiteral(at).appendLocalized(null, time);
        } else {
            builder.appendLocalized(date, time);
        }
        return builder.toFormatter(locale);
    }

    private static boolean isLong(@Nullable FormatStyle style) {
        return style == FormatStyle.FULL || style == FormatStyle.LONG;
    }
}
