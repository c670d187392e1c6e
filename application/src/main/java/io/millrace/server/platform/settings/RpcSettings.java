// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.convert.DurationUnit;

/**
 * Settings of RPC requests to devices.
 *
 * @param leastTimeout {@code millrace.rpc.least-timeout}: a shorter time-out of a REST call is raised to this
 * @param defaultTimeout {@code millrace.rpc.default-timeout}: time-out of a REST call that names none
 * @param perDevice {@code millrace.rpc.per-device}: maximum number of persistent requests of a device that have not
 *     ended, and of those that have
 * @param kept {@code millrace.rpc.kept}: how long a persistent request is kept after its end, such as 7d or 12h; a number
 *     without a unit means days
 */
@ConfigurationProperties("millrace.rpc")
public record RpcSettings(
        Duration leastTimeout,
        Duration defaultTimeout,
        int perDevice,
        @DurationUnit(ChronoUnit.DAYS) Duration kept) {

    /** The longest time-out of a REST call; shorter than the time for which replies from other instances are kept. */
    public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(5);

    private static final int MOST_PER_DEVICE = 100_000;
    private static final Duration LONGEST_KEPT = Duration.ofDays(3_650);

    public RpcSettings {
        requireTimeout(leastTimeout, "least-timeout");
        requireTimeout(defaultTimeout, "default-timeout");
        if (perDevice < 1 || perDevice > MOST_PER_DEVICE) {
            throw new IllegalArgumentException(
                    "millrace.rpc.per-device must be from 1 to %d, but is %d"
                            .formatted(MOST_PER_DEVICE, perDevice));
        }
        if (!kept.isPositive() || kept.compareTo(LONGEST_KEPT) > 0) {
            throw new IllegalArgumentException(
                    "millrace.rpc.kept must be more than 0 and at most %d days, but is %s"
                            .formatted(LONGEST_KEPT.toDays(), kept));
        }
    }

    private static void requireTimeout(Duration timeout, String name) {
        if (timeout.isNegative() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "millrace.rpc.%s must be from 0s to %s, but is %s"
                            .formatted(name, LONGEST_TIMEOUT, timeout));
        }
    }
}
