// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.convert.DurationUnit;

/**
 * The retention of the events of devices.
 *
 * @param kept {@code millrace.device-events.kept}: how long an event is kept, such as 7d or 12h; a number without a unit
 *     means days
 */
@ConfigurationProperties("millrace.device-events")
public record DeviceEventSettings(@DurationUnit(ChronoUnit.DAYS) Duration kept) {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    public DeviceEventSettings {
        if (!kept.isPositive() || kept.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "millrace.device-events.kept must be more than 0 and at most %d days, but is %s"
                            .formatted(LONGEST.toDays(), kept));
        }
    }
}
