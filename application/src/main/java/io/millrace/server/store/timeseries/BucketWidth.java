// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;

/** How long the buckets of an aggregation are. */
public sealed interface BucketWidth {

    /** The end of the bucket that begins at a time, in milliseconds since the epoch. */
    long endOf(long startTs);

    /** Buckets of one length, in milliseconds, 1 or more. */
    record Fixed(long millis) implements BucketWidth {

        public Fixed {
            if (millis < 1) {
                throw new IllegalArgumentException("expected at least 1 ms, got " + millis);
            }
        }

        @Override
        public long endOf(long startTs) {
            return startTs > Long.MAX_VALUE - millis ? Long.MAX_VALUE : startTs + millis;
        }
    }

    /** A part of the calendar, by ThingsBoard's names of interval types. */
    enum CalendarUnit {
        /** From Sunday on. */
        WEEK {
            @Override
            LocalDate next(LocalDate day) {
                return day.with(TemporalAdjusters.next(DayOfWeek.SUNDAY));
            }
        },
        /** From Monday on (ISO 8601). */
        WEEK_ISO {
            @Override
            LocalDate next(LocalDate day) {
                return day.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
            }
        },
        MONTH {
            @Override
            LocalDate next(LocalDate day) {
                return day.with(TemporalAdjusters.firstDayOfNextMonth());
            }
        },
        QUARTER {
            @Override
            LocalDate next(LocalDate day) {
                return day.with(IsoFields.DAY_OF_QUARTER, 1).plusMonths(3);
            }
        };

        /** The first day of the unit after the one of the given day. */
        abstract LocalDate next(LocalDate day);
    }

    /** Buckets that end where a unit of the calendar ends in a time zone. */
    record Calendar(CalendarUnit unit, ZoneId zone) implements BucketWidth {

        private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

        @Override
        public long endOf(long startTs) {
            LocalDate day = Instant.ofEpochMilli(startTs).atZone(zone).toLocalDate();
            Instant end = unit.next(day).atStartOfDay(zone).toInstant();
            return end.isAfter(LAST) ? Long.MAX_VALUE : end.toEpochMilli();
        }
    }
}
