// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the arguments from which scripts create dates. */
final class DateParts {

    private static final DateTimeFormatter ISO =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .optionalStart()
                    .appendLiteral('T')
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .optionalEnd()
                    .appendPattern("[XXXXX][XXXX][XX][X]")
                    .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter RFC_1123 =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .parseLenient()
                    .appendPattern("[EEE, ]d MMM uuuu HH:mm[:ss]['.'SSS][ ][XXXX][XX][X][zzz]")
                    .toFormatter(Locale.ENGLISH);

    private DateParts() {}

    /**
     * Returns the time for the arguments of the constructor.
     *
     * @throws IllegalArgumentException if they are not a date
     */
    static Instant instantOf(@Nullable Object... parts) {
        if (parts == null || parts.length == 0) {
            throw new IllegalArgumentException("expected a date, but got nothing");
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
                    "expected year, month and day, but got " + Bytes.describe(parts[0]));
        }
        ZoneId zone = ZoneId.systemDefault();
        List<@Nullable Object> numbers = Arrays.asList(parts);
        if (parts[parts.length - 1] instanceof String name) {
            zone = zoneOf(name);
            numbers = numbers.subList(0, parts.length - 1);
        }
        return fieldsOf(numbers).instant(zone);
    }

    static Instant utc(@Nullable Object... parts) {
        if (parts == null || parts.length == 0) {
            throw new IllegalArgumentException("expected a year, but got nothing");
        }
        return fieldsOf(Arrays.asList(parts)).instant(ZoneOffset.UTC);
    }

    private static DateFields fieldsOf(List<@Nullable Object> numbers) {
        if (numbers.size() > 7) {
            throw new IllegalArgumentException(
                    "expected at most seven numbers, from the year to the milliseconds, but got "
                            + numbers.size());
        }
        return new DateFields(
                year(at(numbers, 0, 0)),
                at(numbers, 1, 1),
                at(numbers, 2, 1),
                at(numbers, 3, 0),
                at(numbers, 4, 0),
                at(numbers, 5, 0),
                at(numbers, 6, 0));
    }

    private static int at(List<@Nullable Object> numbers, int i, int missing) {
        if (i >= numbers.size()) {
            return missing;
        }
        if (numbers.get(i) instanceof Number number
                && number.longValue() == (int) number.longValue()) {
            return number.intValue();
        }
        throw new IllegalArgumentException(
                "expected a number as part of a date, but got " + Bytes.describe(numbers.get(i)));
    }

    /** Completes a year of two digits: those below 70 are of this century. */
    private static int year(int year) {
        return year < 0 || year > 99 ? year : year < 70 ? 2000 + year : 1900 + year;
    }

    private static Instant ofText(String text, @Nullable Object[] parts) {
        if (parts.length > 4) {
            throw new IllegalArgumentException(
                    "expected a text, a pattern, a locale and a zone, but got more");
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
        var time = parsed.query(TemporalQueries.localTime());
        LocalDateTime local = time == null ? date.atStartOfDay() : date.atTime(time);
        ZoneId zone = given != null ? given : own != null ? own : ZoneId.systemDefault();
        return ZonedDateTime.of(local, zone).toInstant();
    }

    static ZoneId zoneOf(String name) {
        try {
            return ZoneId.of(name, ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "expected the id of a time zone, but got \"%s\"".formatted(Bytes.shorten(name)),
                    e);
        }
    }

    private static IllegalArgumentException noDate(String text, Exception cause) {
        return new IllegalArgumentException(
                "expected a date, but got \"%s\"".formatted(Bytes.shorten(text)), cause);
    }
}
