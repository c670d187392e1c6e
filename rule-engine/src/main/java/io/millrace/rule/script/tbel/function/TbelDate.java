// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The class that scripts know as {@code Date}: a mutable time, like JavaScript's, but with months from 1 to 12 and days
 * of the week from 1 (Monday) to 7. The default zone is the server's. A part of a date that is out of its range is an error.
 * Two objects of the same time are not equal, as in ThingsBoard and JavaScript.
 */
public final class TbelDate {

    private Instant instant;

    /** Creates the current time. The library cannot call a varargs constructor without arguments. */
    public TbelDate() {
        this.instant = Instant.now();
    }

    /**
     * The moment of what a script has put between the parentheses:
     *
     * <ul>
     *   <li>a number: milliseconds since 1970
     *   <li>a text in ISO 8601 or RFC 1123, or a text and a pattern, and then a locale and a zone
     *   <li>year, month and day, and then hours, minutes, seconds and milliseconds, and after any of them a zone
     * </ul>
     */
    public TbelDate(Object... parts) {
        this.instant = DateParts.instantOf(parts);
    }

    public static long now() {
        return System.currentTimeMillis();
    }

    /** Milliseconds since 1970, or −1 for a text that is not a date. */
    public static long parse(@Nullable String text) {
        return millisOf(() -> DateParts.instantOf(text));
    }

    /** Milliseconds since 1970, or −1 for a text that is not a date of the pattern. */
    public static long parse(@Nullable String text, @Nullable String pattern) {
        return millisOf(() ->
                DateParts.ofPattern(
                        TextFunctions.requireText(text), TextFunctions.requireText(pattern)));
    }

    private static long millisOf(Supplier<Instant> date) {
        try {
            return date.get().toEpochMilli();
        } catch (IllegalArgumentException | ArithmeticException _) {
            return -1;
        }
    }

    /**
     * Milliseconds since 1970 of year, month, day, hours, minutes, seconds and milliseconds in UTC. Without month or day
     * it is December or the 31st, as in ThingsBoard.
     */
    public static long UTC(Object... parts) {
        return DateParts.utc(parts).toEpochMilli();
    }

    public long getTime() {
        return instant.toEpochMilli();
    }

    public long valueOf() {
        return getTime();
    }

    public void setTime(long millis) {
        instant = Instant.ofEpochMilli(millis);
    }

    /** Whole seconds since 1970. */
    public long parseSecond() {
        return instant.getEpochSecond();
    }

    /** Milliseconds since 1970. */
    public long parseSecondMilli() {
        return instant.toEpochMilli();
    }

    public int getFullYear() {
        return local().getYear();
    }

    public int getMonth() {
        return local().getMonthValue();
    }

    public int getDate() {
        return local().getDayOfMonth();
    }

    public int getDay() {
        return local().getDayOfWeek().getValue();
    }

    public int getHours() {
        return local().getHour();
    }

    public int getMinutes() {
        return local().getMinute();
    }

    public int getSeconds() {
        return local().getSecond();
    }

    public int getMilliseconds() {
        return local().getNano() / 1_000_000;
    }

    public int getUTCFullYear() {
        return utc().getYear();
    }

    public int getUTCMonth() {
        return utc().getMonthValue();
    }

    public int getUTCDate() {
        return utc().getDayOfMonth();
    }

    public int getUTCDay() {
        return utc().getDayOfWeek().getValue();
    }

    public int getUTCHours() {
        return utc().getHour();
    }

    public int getUTCMinutes() {
        return utc().getMinute();
    }

    public int getUTCSeconds() {
        return utc().getSecond();
    }

    public int getUTCMilliseconds() {
        return utc().getNano() / 1_000_000;
    }

    public void setFullYear(int year) {
        setMonth(ZoneId.systemDefault(), fields -> fields.year(year));
    }

    public void setFullYear(int year, int month) {
        setMonth(ZoneId.systemDefault(), fields -> fields.year(year).month(month));
    }

    public void setFullYear(int year, int month, int day) {
        set(ZoneId.systemDefault(), fields -> fields.year(year).month(month).day(day));
    }

    public void setMonth(int month) {
        setMonth(ZoneId.systemDefault(), fields -> fields.month(month));
    }

    public void setMonth(int month, int day) {
        set(ZoneId.systemDefault(), fields -> fields.month(month).day(day));
    }

    public void setDate(int day) {
        set(ZoneId.systemDefault(), fields -> fields.day(day));
    }

    public void setHours(int hours) {
        set(ZoneId.systemDefault(), fields -> fields.hours(hours));
    }

    public void setHours(int hours, int minutes) {
        set(ZoneId.systemDefault(), fields -> fields.hours(hours).minutes(minutes));
    }

    public void setHours(int hours, int minutes, int seconds) {
        set(
                ZoneId.systemDefault(),
                fields -> fields.hours(hours).minutes(minutes).seconds(seconds));
    }

    public void setHours(int hours, int minutes, int seconds, int milliseconds) {
        set(
                ZoneId.systemDefault(),
                fields ->
                        fields.hours(hours)
                                .minutes(minutes)
                                .seconds(seconds)
                                .milliseconds(milliseconds));
    }

    public void setMinutes(int minutes) {
        set(ZoneId.systemDefault(), fields -> fields.minutes(minutes));
    }

    public void setMinutes(int minutes, int seconds) {
        set(ZoneId.systemDefault(), fields -> fields.minutes(minutes).seconds(seconds));
    }

    public void setMinutes(int minutes, int seconds, int milliseconds) {
        set(
                ZoneId.systemDefault(),
                fields -> fields.minutes(minutes).seconds(seconds).milliseconds(milliseconds));
    }

    public void setSeconds(int seconds) {
        set(ZoneId.systemDefault(), fields -> fields.seconds(seconds));
    }

    public void setSeconds(int seconds, int milliseconds) {
        set(ZoneId.systemDefault(), fields -> fields.seconds(seconds).milliseconds(milliseconds));
    }

    public void setMilliseconds(int milliseconds) {
        set(ZoneId.systemDefault(), fields -> fields.milliseconds(milliseconds));
    }

    public void setUTCFullYear(int year) {
        setMonth(ZoneOffset.UTC, fields -> fields.year(year));
    }

    public void setUTCFullYear(int year, int month) {
        setMonth(ZoneOffset.UTC, fields -> fields.year(year).month(month));
    }

    public void setUTCFullYear(int year, int month, int day) {
        set(ZoneOffset.UTC, fields -> fields.year(year).month(month).day(day));
    }

    public void setUTCMonth(int month) {
        setMonth(ZoneOffset.UTC, fields -> fields.month(month));
    }

    public void setUTCMonth(int month, int day) {
        set(ZoneOffset.UTC, fields -> fields.month(month).day(day));
    }

    public void setUTCDate(int day) {
        set(ZoneOffset.UTC, fields -> fields.day(day));
    }

    public void setUTCHours(int hours) {
        set(ZoneOffset.UTC, fields -> fields.hours(hours));
    }

    public void setUTCHours(int hours, int minutes) {
        set(ZoneOffset.UTC, fields -> fields.hours(hours).minutes(minutes));
    }

    public void setUTCHours(int hours, int minutes, int seconds) {
        set(ZoneOffset.UTC, fields -> fields.hours(hours).minutes(minutes).seconds(seconds));
    }

    public void setUTCHours(int hours, int minutes, int seconds, int milliseconds) {
        set(
                ZoneOffset.UTC,
                fields ->
                        fields.hours(hours)
                                .minutes(minutes)
                                .seconds(seconds)
                                .milliseconds(milliseconds));
    }

    public void setUTCMinutes(int minutes) {
        set(ZoneOffset.UTC, fields -> fields.minutes(minutes));
    }

    public void setUTCMinutes(int minutes, int seconds) {
        set(ZoneOffset.UTC, fields -> fields.minutes(minutes).seconds(seconds));
    }

    public void setUTCMinutes(int minutes, int seconds, int milliseconds) {
        set(
                ZoneOffset.UTC,
                fields -> fields.minutes(minutes).seconds(seconds).milliseconds(milliseconds));
    }

    public void setUTCSeconds(int seconds) {
        set(ZoneOffset.UTC, fields -> fields.seconds(seconds));
    }

    public void setUTCSeconds(int seconds, int milliseconds) {
        set(ZoneOffset.UTC, fields -> fields.seconds(seconds).milliseconds(milliseconds));
    }

    public void setUTCMilliseconds(int milliseconds) {
        set(ZoneOffset.UTC, fields -> fields.milliseconds(milliseconds));
    }

    public void addYears(long amount) {
        add(amount, ChronoUnit.YEARS);
    }

    public void addMonths(long amount) {
        add(amount, ChronoUnit.MONTHS);
    }

    public void addWeeks(long amount) {
        add(amount, ChronoUnit.WEEKS);
    }

    public void addDays(long amount) {
        add(amount, ChronoUnit.DAYS);
    }

    public void addHours(long amount) {
        add(amount, ChronoUnit.HOURS);
    }

    public void addMinutes(long amount) {
        add(amount, ChronoUnit.MINUTES);
    }

    public void addSeconds(long amount) {
        add(amount, ChronoUnit.SECONDS);
    }

    public void addNanos(long amount) {
        add(amount, ChronoUnit.NANOS);
    }

    /** ISO 8601 in UTC, with the fraction of a second without trailing zeros. */
    public String toISOString() {
        return instant.toString();
    }

    public String toJSON() {
        return toISOString();
    }

    /** For example {@code 2023 Aug 6, Sun 08:04:05}, in UTC. */
    public String toUTCString() {
        return toUTCString(DateTexts.ROOT);
    }

    public String toUTCString(@Nullable String locale) {
        return text(locale, FormatStyle.FULL, FormatStyle.MEDIUM, DateOptions.in(ZoneOffset.UTC));
    }

    /** For example {@code Sunday, August 6, 2023 at 4:04:05 AM Eastern Daylight Time}. */
    @Override
    public String toString() {
        return toString(DateTexts.ENGLISH);
    }

    public String toString(@Nullable String locale) {
        return toString(locale, null);
    }

    /** Uses the zone and the pattern of the {@link DateOptions options}. */
    public String toString(@Nullable String locale, @Nullable Object options) {
        return text(locale, FormatStyle.FULL, FormatStyle.FULL, DateOptions.of(options));
    }

    /** For example {@code 2023 Aug 6, Sun}. */
    public String toDateString() {
        return toDateString(DateTexts.ROOT);
    }

    public String toDateString(@Nullable String locale) {
        return toDateString(locale, null);
    }

    /** Uses the zone and the pattern of the {@link DateOptions options}. */
    public String toDateString(@Nullable String locale, @Nullable Object options) {
        return text(locale, FormatStyle.FULL, null, DateOptions.of(options));
    }

    /** For example {@code 4:04:05 AM Eastern Daylight Time}. */
    public String toTimeString() {
        return toTimeString(DateTexts.ENGLISH);
    }

    public String toTimeString(@Nullable String locale) {
        return toTimeString(locale, null);
    }

    /** Uses the zone and the pattern of the {@link DateOptions options}. */
    public String toTimeString(@Nullable String locale, @Nullable Object options) {
        return text(locale, null, FormatStyle.FULL, DateOptions.of(options));
    }

    /** For example {@code 2023-08-06 04:04:05}. */
    public String toLocaleString() {
        return toLocaleString(DateTexts.ROOT);
    }

    public String toLocaleString(@Nullable String locale) {
        return toLocaleString(locale, null);
    }

    /** The default styles are short for the date and medium for the time of day. */
    public String toLocaleString(@Nullable String locale, @Nullable Object options) {
        DateOptions given = DateOptions.of(options);
        return text(
                locale,
                Objects.requireNonNullElse(given.dateStyle(), FormatStyle.SHORT),
                Objects.requireNonNullElse(given.timeStyle(), FormatStyle.MEDIUM),
                given);
    }

    /** For example {@code 2023 Aug 6, Sun}. */
    public String toLocaleDateString() {
        return toLocaleDateString(DateTexts.ROOT);
    }

    /** In the full style. */
    public String toLocaleDateString(@Nullable String locale) {
        return toDateString(locale);
    }

    /** The default style is short. */
    public String toLocaleDateString(@Nullable String locale, @Nullable Object options) {
        DateOptions given = DateOptions.of(options);
        FormatStyle style = Objects.requireNonNullElse(given.dateStyle(), FormatStyle.SHORT);
        return text(locale, style, null, given);
    }

    /** For example {@code 4:04:05 AM}. */
    public String toLocaleTimeString() {
        return toLocaleTimeString(DateTexts.ENGLISH);
    }

    public String toLocaleTimeString(@Nullable String locale) {
        return toLocaleTimeString(locale, null);
    }

    /** The default style is medium. */
    public String toLocaleTimeString(@Nullable String locale, @Nullable Object options) {
        DateOptions given = DateOptions.of(options);
        FormatStyle style = Objects.requireNonNullElse(given.timeStyle(), FormatStyle.MEDIUM);
        return text(locale, null, style, given);
    }

    private String text(
            @Nullable String locale,
            @Nullable FormatStyle date,
            @Nullable FormatStyle time,
            DateOptions options) {
        return DateTexts.format(instant, locale, date, time, options);
    }

    private ZonedDateTime local() {
        return instant.atZone(ZoneId.systemDefault());
    }

    private ZonedDateTime utc() {
        return instant.atZone(ZoneOffset.UTC);
    }

    private void set(ZoneId zone, UnaryOperator<DateFields> change) {
        instant = change.apply(DateFields.of(instant.atZone(zone))).instant(zone);
    }

    /** Changes the year or the month. A day that the new month does not have carries over to the next month. */
    private void setMonth(ZoneId zone, UnaryOperator<DateFields> change) {
        DateFields before = DateFields.of(instant.atZone(zone));
        instant =
                change.apply(before.day(1))
                        .instant(zone)
                        .atZone(zone)
                        .plusDays(before.day() - 1L)
                        .toInstant();
    }

    private void add(long amount, TemporalUnit unit) {
        try {
            instant = utc().plus(amount, unit).toInstant();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "expected a date of some year, got " + e.getMessage(), e);
        }
    }
}
