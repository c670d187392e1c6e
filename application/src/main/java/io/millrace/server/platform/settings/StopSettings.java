// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the end of the process.
 *
 * @param stopTimeout {@code millrace.stop-timeout}: the time after which a stop that has not ended is cut short
 */
@ConfigurationProperties("millrace")
public record StopSettings(@DefaultValue("9s") Duration stopTimeout) {

    public StopSettings {
        if (!stopTimeout.isPositive()) {
            throw new IllegalArgumentException(
                    "millrace.stop-timeout must be more than 0, but is %s".formatted(stopTimeout));
        }
    }
}
