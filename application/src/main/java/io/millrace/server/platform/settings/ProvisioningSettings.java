// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the provisioning of devices.
 *
 * @param guessesPerMinute {@code millrace.provisioning.guesses-per-minute}: requests with a wrong key or secret that one
 *     address may send in a minute; 0 sets no limit
 */
@ConfigurationProperties("millrace.provisioning")
public record ProvisioningSettings(int guessesPerMinute) {

    private static final int MOST_GUESSES = 1_000_000;

    public ProvisioningSettings {
        if (guessesPerMinute < 0 || guessesPerMinute > MOST_GUESSES) {
            throw new IllegalArgumentException(
                    "millrace.provisioning.guesses-per-minute must be from 0 to %d, but is %d"
                            .formatted(MOST_GUESSES, guessesPerMinute));
        }
    }
}
