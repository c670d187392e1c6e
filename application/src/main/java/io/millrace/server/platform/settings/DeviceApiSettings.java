// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the HTTP API for devices.
 *
 * @param polls {@code millrace.device-api.polls}: maximum number of requests that wait for data on this instance
 * @param pollsPerDevice {@code millrace.device-api.polls-per-device}: maximum number of such requests of one device
 * @param guessesPerMinute {@code millrace.device-api.guesses-per-minute}: wrong access tokens that one address may try in
 *     a minute; 0 sets no limit
 */
@ConfigurationProperties("millrace.device-api")
public record DeviceApiSettings(int polls, int pollsPerDevice, int guessesPerMinute) {

    private static final int MOST_GUESSES = 1_000_000;

    public DeviceApiSettings {
        if (polls < 1) {
            throw new IllegalArgumentException(
                    "millrace.device-api.polls must be 1 or more, but is " + polls);
        }
        if (pollsPerDevice < 1) {
            throw new IllegalArgumentException(
                    "millrace.device-api.polls-per-device must be 1 or more, but is "
                            + pollsPerDevice);
        }
        if (guessesPerMinute < 0 || guessesPerMinute > MOST_GUESSES) {
            throw new IllegalArgumentException(
                    "millrace.device-api.guesses-per-minute must be from 0 to %d, but is %d"
                            .formatted(MOST_GUESSES, guessesPerMinute));
        }
    }
}
