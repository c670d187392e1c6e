// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.store.StoreException;
import io.millrace.server.store.timeseries.BucketWidth.Calendar;
import io.millrace.server.store.timeseries.BucketWidth.CalendarUnit;
import io.millrace.server.store.timeseries.BucketWidth.Fixed;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeBucketsTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<Long> ends(TimeBuckets buckets) {
        return IntStream.range(0, buckets.count()).mapToObj(buckets::endOf).toList();
    }

    private static long day(String date) {
        return LocalDate.parse(date).atStartOfDay(BERLIN).toInstant().toEpochMilli();
    }

    private static List<Long> endsOf(CalendarUnit unit, String from, String to) {
        return ends(TimeBuckets.of(day(from), day(to), new Calendar(unit, BERLIN)));
    }

    @Test
    void theFirstBeginsAtTheStartAndTheLastIsCutAtTheEnd() {
        TimeBuckets buckets = TimeBuckets.of(5, 30, new Fixed(10));

        assertThat(ends(buckets)).containsExactly(15L, 25L, 30L);
        assertThat(buckets.startOf(0)).isEqualTo(5);
        assertThat(buckets.middleOf(0)).isEqualTo(10);
        assertThat(buckets.middleOf(2)).isEqualTo(27);
    }

    @Test
    void anEmptyRangeHasNoBucket() {
        assertThat(TimeBuckets.of(5, 5, new Fixed(10)).count()).isZero();
    }

    @Test
    void bucketsWithinARangeAreCutAtItsStartAndItsEnd() {
        TimeBuckets buckets = TimeBuckets.of(0, 40, new Fixed(10));

        TimeBuckets cut = buckets.within(15, 30);

        assertThat(cut.startOf(0)).isEqualTo(15);
        assertThat(ends(cut)).containsExactly(20L, 30L);
        assertThat(ends(buckets.within(Long.MIN_VALUE, Long.MAX_VALUE))).isEqualTo(ends(buckets));
        assertThat(buckets.within(40, 50).count()).isZero();
        assertThat(buckets.within(30, 20).count()).isZero();
    }

    @Test
    void atMost700BucketsArePossible() {
        assertThat(TimeBuckets.of(0, 700, new Fixed(1)).count()).isEqualTo(700);
        assertThatThrownBy(() -> TimeBuckets.of(0, 701, new Fixed(1)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("more than 700 intervals");
    }

    @Test
    void aBucketThatWouldEndAfterTheEndOfTimeEndsThere() {
        TimeBuckets buckets = TimeBuckets.of(Long.MAX_VALUE - 5, Long.MAX_VALUE, new Fixed(10));

        assertThat(ends(buckets)).containsExactly(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void aUnitOfTheCalendarThatWouldEndAfterTheEndOfTimeEndsThere(CalendarUnit unit) {
        TimeBuckets buckets =
                TimeBuckets.of(Long.MAX_VALUE - 5, Long.MAX_VALUE, new Calendar(unit, BERLIN));

        assertThat(ends(buckets)).containsExactly(Long.MAX_VALUE);
    }

    @Test
    void weeksEndOnSundayOrByIsoOnMonday() {
        // 2026-03-04 is a Wednesday; clocks change on Sunday 2026-03-29.
        assertThat(endsOf(CalendarUnit.WEEK, "2026-03-04", "2026-03-16"))
                .containsExactly(day("2026-03-08"), day("2026-03-15"), day("2026-03-16"));
        assertThat(endsOf(CalendarUnit.WEEK_ISO, "2026-03-25", "2026-04-06"))
                .containsExactly(day("2026-03-30"), day("2026-04-06"));
    }

    @Test
    void monthsAndQuartersEndWhereTheCalendarOfTheTimeZoneSays() {
        assertThat(endsOf(CalendarUnit.MONTH, "2026-01-15", "2026-04-01"))
                .containsExactly(day("2026-02-01"), day("2026-03-01"), day("2026-04-01"));
        assertThat(endsOf(CalendarUnit.QUARTER, "2026-02-10", "2026-08-01"))
                .containsExactly(day("2026-04-01"), day("2026-07-01"), day("2026-08-01"));
    }
}
