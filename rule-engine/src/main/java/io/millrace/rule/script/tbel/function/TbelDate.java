// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The class that scripts know as {@code Date}: a mutable time, like JavaScript's, but with months from 1 to 12 and days
 * of the week from 1 (Monday) to 7. The default zone is the server's. A value beyond its range carries over to the next
 * unit.
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
        return millisOf(text);
    }

    /** Milliseconds since 1970, or −1 for a text that is not a date of the pattern. */
    public static long parse(@Nullable String text, @Nullable String pattern) {
        return millisOf(text, pattern);
    }

    private static long millisOf(@Nullable Object... parts) {
        try {
            return DateParts.instantOf(parts).toEpochMilli();
        } catch (IllegalArgumentException | ArithmeticException _) {
            return -1;
        }
    }

    /** Milliseconds since 1970 of year, month, day, hours, minutes, seconds and milliseconds in UTC. */
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
        set(ZoneId.systemDefault(), fields -> fields.year(year));
    }

    public void setFullYear(int year, int month) {
        set(ZoneId.systemDefault(), fields -> fields.year(year).month(month));
    }

    public void setFullYear(int year, int month, int day) {
        set(ZoneId.systemDefault(), fields -> fields.year(year).month(month).day(day));
    }

    public void setMonth(int month) {
        set(ZoneId.systemDefault(), fields -> fields.month(month));
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
        set(ZoneOffset.UTC, fields -> fields.year(year));
    }

    public void setUTCFullYear(int year, int month) {
        set(ZoneOffset.UTC, fields -> fields.year(year).month(month));
    }

    public void setUTCFullYear(int year, int month, int day) {
        set(ZoneOffset.UTC, fields -> fields.year(year).month(month).day(day));
    }

    public void setUTCMonth(int month) {
        set(ZoneOffset.UTC, fields -> fields.month(month));
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

    public String toUTCString() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(utc());
    }

    /** For example {@code Sunday, August 6, 2023 at 4:04:05 AM Eastern Daylight Time}. */
    @Override
    public String toString() {
        return DateTexts.english(FormatStyle.FULL, FormatStyle.FULL).format(local());
    }

    /** For example {@code Sunday, August 6, 2023}. */
    public String toDateString() {
        return DateTexts.english(FormatStyle.FULL, null).format(local());
    }

    /** For example {@code 4:04:05 AM Eastern Daylight Time}. */
    public String toTimeString() {
        return DateTexts.english(null, FormatStyle.FULL).format(local());
    }

    public String toLocaleString() {
        return DateTexts.DATE_TIME.format(instant, "UTC", null);
    }

    public String toLocaleString(String locale) {
        return DateTexts.DATE_TIME.format(instant, locale, null);
    }

    /** Date and time in a locale, with the id of a zone or JSON of timeZone, dateStyle, timeStyle and pattern. */
    public String toLocaleString(String locale, String options) {
        return DateTexts.DATE_TIME.format(instant, locale, options);
    }

    public String toLocaleDateString() {
        return DateTexts.DATE.format(instant, "UTC", null);
    }

    public String toLocaleDateString(String locale) {
        return DateTexts.DATE.format(instant, locale, null);
    }

    /** The date in a locale, with the id of a zone or JSON of timeZone, dateStyle, timeStyle and pattern. */
    public String toLocaleDateString(String locale, String options) {
        return DateTexts.DATE.format(instant, locale, options);
    }

    public String toLocaleTimeString() {
        return DateTexts.TIME.format(instant, "UTC", null);
    }

    public String toLocaleTimeString(String locale) {
        return DateTexts.TIME.format(instant, locale, null);
    }

    /** The time of day in a locale, with the id of a zone or JSON of timeZone, dateStyle, timeStyle and pattern. */
    public String toLocaleTimeString(String locale, String options) {
        return DateTexts.TIME.format(instant, locale, options);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TbelDate date && date.instant.equals(instant);
    }

    @Override
    public int hashCode() {
        return instant.hashCode();
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

    private void add(long amount, TemporalUnit unit) {
        try {
            instant = utc().plus(amount, unit).toInstant();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "expected a date of some year, but got " + e.getMessage(), e);
        }
    }
}
