// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.convert.DurationUnit;

/**
 * The retention of dead letters.
 *
 * @param kept {@code millrace.dead-letters.kept}: how long a dead letter is kept, such as 30d or 12h; a number without
 *     a unit means days
 * @param perTenant {@code millrace.dead-letters.per-tenant}: maximum number of dead letters of a tenant; beyond it the
 *     oldest are deleted
 */
@ConfigurationProperties("millrace.dead-letters")
public record DeadLetterSettings(@DurationUnit(ChronoUnit.DAYS) Duration kept, long perTenant) {

    /** A longer retention would reach back beyond the timestamps that the database supports. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public DeadLetterSettings {
        if (!kept.isPositive() || kept.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "millrace.dead-letters.kept must be more than 0 and at most %d days, but is %s"
                            .formatted(LONGEST.toDays(), kept));
        }
        if (perTenant < 1) {
            throw new IllegalArgumentException(
                    "millrace.dead-letters.per-tenant must be 1 or more, but is " + perTenant);
        }
    }
}
