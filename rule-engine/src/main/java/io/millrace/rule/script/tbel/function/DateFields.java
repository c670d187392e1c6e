// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** The parts of a date, any of which may exceed its range: 13 months are a year and one month. */
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

    Instant instant(ZoneId zone) {
        try {
            return LocalDateTime.of(year, 1, 1, 0, 0)
                    .plusMonths(month - 1L)
                    .plusDays(day - 1L)
                    .plusHours(hours)
                    .plusMinutes(minutes)
                    .plusSeconds(seconds)
                    .plusNanos(milliseconds * 1_000_000L)
                    .atZone(zone)
                    .toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expected a date, but got " + this, e);
        }
    }
}
