// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeToLiveTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "60, 1",
        "61, 2",
        "3600, 60",
        "3601, 120",
        "86400, 1440",
        "90001, 1560",
        "345600, 5760",
        "345601, 7200",
        "604800, 10080",
        "2592000, 43200",
        "31536000, 525600",
        "34560001, 604800",
        "3153600000, 52560000",
        "3153600001, 0",
        "9223372036854775807, 0"
    })
    void roundsUpToAWholeUnit(long seconds, int minutes) {
        assertThat(TimeToLive.ofSeconds(seconds)).isEqualTo(minutes);
    }

    @Test
    void knowsALimitedNumberOfTimesThatAreNeverShorterThanAsked() {
        Set<Integer> all = new HashSet<>();
        Set<Integer> mixed = new HashSet<>();
        for (long seconds = 1; seconds <= 3_153_600_000L; seconds += 1 + seconds / 5_000) {
            int minutes = TimeToLive.ofSeconds(seconds);
            int ofMixedRows = TimeToLive.ofMixedRows(minutes);
            assertThat(minutes * 60L).isGreaterThanOrEqualTo(seconds);
            assertThat(ofMixedRows).isBetween(minutes, 2 * minutes);
            all.add(minutes);
            mixed.add(ofMixedRows);
        }
        assertThat(all).hasSizeLessThan(1_800);
        assertThat(mixed).hasSizeLessThan(30);
        assertThat(TimeToLive.ofMixedRows(0)).isZero();
    }
}
