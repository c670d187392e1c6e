// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;

/** The parts of a date, as a script gives them. */
record DateFields(
        int year, int month, int day, int hours, int minutes, int seconds, int milliseconds) {

    static DateFields of(ZonedDateTime moment) {
        return new DateFields(
                moment.getYear(),
                moment.getMonthValue(),
                moment.getDayOfMonth(),
                moment.getHour(),
                moment.getMinute(),
                moment.getSecond(),
                moment.getNano() / 1_000_000);
    }

    DateFields year(int value) {
        return new DateFields(value, month, day, hours, minutes, seconds, milliseconds);
    }

    DateFields month(int value) {
        return new DateFields(year, value, day, hours, minutes, seconds, milliseconds);
    }

    DateFields day(int value) {
        return new DateFields(year, month, value, hours, minutes, seconds, milliseconds);
    }

    DateFields hours(int value) {
        return new DateFields(year, month, day, value, minutes, seconds, milliseconds);
    }

    DateFields minutes(int value) {
        return new DateFields(year, month, day, hours, value, seconds, milliseconds);
    }

    DateFields seconds(int value) {
        return new DateFields(year, month, day, hours, minutes, value, milliseconds);
    }

    DateFields milliseconds(int value) {
        return new DateFields(year, month, day, hours, minutes, seconds, value);
    }

    /**
     * Returns the time of the date.
     *
     * @throws IllegalArgumentException if a part is out of its range, such as a month 0 or a day 31 in November
     */
    Instant instant(ZoneId zone) {
        try {
            return LocalDateTime.of(year, month, day, hours, minutes, seconds)
                    .with(ChronoField.MILLI_OF_SECOND, milliseconds)
                    .atZone(zone)
                    .toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "expected a date, got %d-%d-%d %d:%d:%d.%d: %s"
                            .formatted(
                                    year,
                                    month,
                                    day,
                                    hours,
                                    minutes,
                                    seconds,
                                    milliseconds,
                                    e.getMessage()),
                    e);
        }
    }
}
