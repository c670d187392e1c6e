// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the claiming of devices.
 *
 * @param duration {@code millrace.claims.duration}: how long a device that does not say so may be claimed, such as 24h
 * @param allowedByDefault {@code millrace.claims.allowed-by-default}: if false, only devices with the server attribute
 *     {@code claimingAllowed} of the value true may be claimed
 */
@ConfigurationProperties("millrace.claims")
public record ClaimSettings(Duration duration, boolean allowedByDefault) {

    /** The longest duration, also of those that devices ask for. */
    public static final Duration LONGEST = Duration.ofDays(365);

    public ClaimSettings {
        if (!duration.isPositive() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "millrace.claims.duration must be more than 0 and at most %d days, but is %s"
                            .formatted(LONGEST.toDays(), duration));
        }
    }
}
