// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the arguments from which scripts create dates. */
final class DateParts {

    private static final DateTimeFormatter ISO =
            withZone(
                    new DateTimeFormatterBuilder()
                            .parseCaseInsensitive()
                            .append(DateTimeFormatter.ISO_LOCAL_DATE)
                            .optionalStart()
                            .appendPattern("[ ]['T']")
                            .append(DateTimeFormatter.ISO_LOCAL_TIME)
                            .optionalEnd(),
                    "[XXXXX][XXXX][XX][X]");

    private static final DateTimeFormatter RFC_1123 =
            withZone(
                    new DateTimeFormatterBuilder()
                            .parseCaseInsensitive()
                            .parseLenient()
                            .appendPattern("[EEE, ]d MMM uuuu HH:mm[:ss]['.'SSS]"),
                    "[XXXX][XX][X]");

    private static final List<ChronoField> TIME_FIELDS =
            Arrays.stream(ChronoField.values()).filter(ChronoField::isTimeBased).toList();

    private DateParts() {}

    /**
     * Adds an optional offset, abbreviation or id of a zone. The abbreviations are few, because the formatter makes its
     * own table of names at the first use, which takes longer than a call may.
     */
    private static DateTimeFormatter withZone(DateTimeFormatterBuilder builder, String offset) {
        return builder.appendPattern("[ ]" + offset)
                .optionalStart()
                .appendText(
                        ChronoField.OFFSET_SECONDS,
                        offsets(
                                Map.of(
                                        "EST", -5, "CST", -6, "MST", -7, "PST", -8, "CET", 1, "EET",
                                        2)))
                .optionalEnd()
                .optionalStart()
                .appendText(
                        ChronoField.OFFSET_SECONDS,
                        offsets(
                                Map.of(
                                        "EDT", -4, "CDT", -5, "MDT", -6, "PDT", -7, "BST", 1,
                                        "CEST", 2, "EEST", 3)))
                .optionalEnd()
                .appendPattern("[O][VV]")
                .toFormatter(Locale.ENGLISH);
    }

    private static Map<Long, String> offsets(Map<String, Integer> hours) {
        return hours.entrySet().stream()
                .collect(Collectors.toMap(each -> 3600L * each.getValue(), Map.Entry::getKey));
    }

    /**
     * Returns the time for the arguments of the constructor.
     *
     * @throws IllegalArgumentException if they are not a date
     */
    static Instant instantOf(@Nullable Object... parts) {
        if (parts == null || parts.length == 0) {
            throw new IllegalArgumentException("expected a date, got nothing");
        }
        if (parts[0] instanceof String text) {
            return ofText(text, parts);
        }
        if (parts.length == 1 && parts[0] instanceof Number millis) {
            return Instant.ofEpochMilli(millis.longValue());
        }
        if (parts.length == 1 && parts[0] instanceof TbelDate date) {
            return Instant.ofEpochMilli(date.getTime());
        }
        if (parts.length < 3) {
            throw new IllegalArgumentException(
                    "expected year, month and day, got " + Bytes.describe(parts[0]));
        }
        ZoneId zone = ZoneId.systemDefault();
        List<@Nullable Object> numbers = Arrays.asList(parts);
        if (parts[parts.length - 1] instanceof String name) {
            zone = zoneOf(name);
            numbers = numbers.subList(0, parts.length - 1);
        }
        DateFields fields = fieldsOf(numbers);
        return fields.year(fullYear(fields.year())).instant(zone);
    }

    /** Returns the time of parts in UTC. As in ThingsBoard, a missing month is December, and a missing day is 31. */
    static Instant utc(@Nullable Object... parts) {
        if (parts == null || parts.length == 0) {
            throw new IllegalArgumentException("expected a year, got nothing");
        }
        DateFields fields = fieldsOf(Arrays.asList(parts));
        return fields.year(fields.year() == 0 ? 1899 : fullYear(fields.year()))
                .month(fields.month() == 0 ? 12 : fields.month())
                .day(fields.day() == 0 ? 31 : fields.day())
                .instant(ZoneOffset.UTC);
    }

    /**
     * Returns the time of a text by a pattern of {@link SimpleDateFormat}, which also reads numbers with fewer digits
     * than the pattern has. A pattern with {@code u}, which {@link SimpleDateFormat} takes for the day of the week, is
     * one of {@link DateTimeFormatter}.
     *
     * @throws IllegalArgumentException if the text is not a date of the pattern
     */
    static Instant ofPattern(String text, String pattern) {
        if (pattern.indexOf('u') >= 0) {
            return ofText(text, text, pattern);
        }
        try {
            return new SimpleDateFormat(pattern, Locale.ENGLISH).parse(text).toInstant();
        } catch (ParseException e) {
            throw noDate(text, e);
        }
    }

    /** Returns the parts, 0 for a missing one. */
    private static DateFields fieldsOf(List<@Nullable Object> numbers) {
        if (numbers.size() > 7) {
            throw new IllegalArgumentException(
                    "expected at most seven numbers, from the year to the milliseconds, got "
                            + numbers.size());
        }
        return new DateFields(
                at(numbers, 0),
                at(numbers, 1),
                at(numbers, 2),
                at(numbers, 3),
                at(numbers, 4),
                at(numbers, 5),
                at(numbers, 6));
    }

    private static int at(List<@Nullable Object> numbers, int i) {
        if (i >= numbers.size()) {
            return 0;
        }
        if (numbers.get(i) instanceof Number number
                && number.longValue() == (int) number.longValue()) {
            return number.intValue();
        }
        throw new IllegalArgumentException(
                "expected a number as part of a date, got " + Bytes.describe(numbers.get(i)));
    }

    /** Completes a year of two digits: those below 70 are of this century. */
    private static int fullYear(int year) {
        return year < 0 || year > 99 ? year : year < 70 ? 2000 + year : 1900 + year;
    }

    private static Instant ofText(String text, @Nullable Object... parts) {
        if (parts.length > 4) {
            throw new IllegalArgumentException(
                    "expected a text, a pattern, a locale and a zone, got more");
        }
        ZoneId zone = parts.length == 4 ? zoneOf(TextFunctions.requireText(parts[3])) : null;
        if (parts.length == 1) {
            return ofStandardText(text.strip());
        }
        try {
            Locale locale =
                    parts.length > 2
                            ? Locale.forLanguageTag(TextFunctions.requireText(parts[2]))
                            : Locale.ENGLISH;
            DateTimeFormatter formatter =
                    new DateTimeFormatterBuilder()
                            .parseCaseInsensitive()
                            .appendPattern(TextFunctions.requireText(parts[1]))
                            .toFormatter(locale);
            return instantOf(formatter.parse(text), zone);
        } catch (DateTimeException e) {
            throw noDate(text, e);
        }
    }

    private static Instant ofStandardText(String text) {
        try {
            return instantOf(ISO.parse(text), null);
        } catch (DateTimeException _) {
            try {
                return instantOf(RFC_1123.parse(text), null);
            } catch (DateTimeException e) {
                throw noDate(text, e);
            }
        }
    }

    /** Uses the given zone, else that of the text, else the server's. */
    private static Instant instantOf(TemporalAccessor parsed, @Nullable ZoneId given) {
        ZoneId own = parsed.query(TemporalQueries.zone());
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (date == null) {
            throw new DateTimeException("it contains no date");
        }
        LocalTime time = parsed.query(TemporalQueries.localTime());
        if (time == null && TIME_FIELDS.stream().anyMatch(parsed::isSupported)) {
            throw new DateTimeException("its time of day is incomplete");
        }
        LocalDateTime local = time == null ? date.atStartOfDay() : date.atTime(time);
        ZoneId zone = given != null ? given : own != null ? own : ZoneId.systemDefault();
        return ZonedDateTime.of(local, zone).toInstant();
    }

    static ZoneId zoneOf(String name) {
        try {
            return ZoneId.of(name, ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "expected the id of a time zone, got \"%s\"".formatted(Bytes.shorten(name)), e);
        }
    }

    private static IllegalArgumentException noDate(String text, Exception cause) {
        return new IllegalArgumentException(
                "expected a date, got \"%s\"".formatted(Bytes.shorten(text)), cause);
    }
}
