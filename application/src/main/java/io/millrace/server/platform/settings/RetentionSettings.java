// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the deletion of time series and alarms whose retention time has ended, and of what deleted entities leave.
 *
 * @param interval {@code millrace.retention.interval}: from the end of one run to the start of the next
 * @param rowsPerSecond {@code millrace.retention.rows-per-second}: most rows that one second deletes, on average
 */
@ConfigurationProperties("millrace.retention")
public record RetentionSettings(Duration interval, int rowsPerSecond) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int SLOWEST = 100;
    private static final int FASTEST = 1_000_000;

    public RetentionSettings {
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "millrace.retention.interval must be from 1s to 1d, but is " + interval);
        }
        if (rowsPerSecond < SLOWEST || rowsPerSecond > FASTEST) {
            throw new IllegalArgumentException(
                    "millrace.retention.rows-per-second must be from %d to %d, but is %d"
                            .formatted(SLOWEST, FASTEST, rowsPerSecond));
        }
    }
}
