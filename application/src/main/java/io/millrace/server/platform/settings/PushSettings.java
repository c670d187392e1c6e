// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * Limits of WebSocket sessions. The first two and the fourth are defaults: a tenant's profile may set others.
 *
 * @param sessionsPerTenant {@code millrace.push.sessions-per-tenant}: maximum number of sessions of a tenant's users on
 *     this instance
 * @param sessionsPerUser {@code millrace.push.sessions-per-user}: maximum number of sessions of one user on this instance
 * @param subscriptionsPerSession {@code millrace.push.subscriptions-per-session}: maximum number of subscriptions of one
 *     session
 * @param subscriptionsPerTenant {@code millrace.push.subscriptions-per-tenant}: maximum number of subscriptions of all
 *     sessions of a tenant on this instance
 * @param buffer {@code millrace.push.buffer}: updates of a session that wait to be sent; beyond it only the newest value
 *     of each key is kept
 * @param sendTimeout {@code millrace.push.send-timeout}: how long a client may take to receive one message; then its
 *     session is closed
 */
@ConfigurationProperties("millrace.push")
public record PushSettings(
        int sessionsPerTenant,
        int sessionsPerUser,
        int subscriptionsPerSession,
        int subscriptionsPerTenant,
        DataSize buffer,
        Duration sendTimeout) {

    private static final DataSize LEAST_BUFFER = DataSize.ofKilobytes(16);
    private static final DataSize GREATEST_BUFFER = DataSize.ofMegabytes(64);

    public PushSettings {
        requirePositive(sessionsPerTenant, "sessions-per-tenant");
        requirePositive(sessionsPerUser, "sessions-per-user");
        requirePositive(subscriptionsPerSession, "subscriptions-per-session");
        requirePositive(subscriptionsPerTenant, "subscriptions-per-tenant");
        if (buffer.compareTo(LEAST_BUFFER) < 0 || buffer.compareTo(GREATEST_BUFFER) > 0) {
            throw new IllegalArgumentException(
                    "millrace.push.buffer must be from 16KB to 64MB, but is " + buffer);
        }
        if (sendTimeout.compareTo(Duration.ofSeconds(1)) < 0
                || sendTimeout.compareTo(Duration.ofMinutes(5)) > 0) {
            throw new IllegalArgumentException(
                    "millrace.push.send-timeout must be from 1s to 5m, but is " + sendTimeout);
        }
    }

    private static void requirePositive(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "millrace.push.%s must be 1 or more, but is %d".formatted(name, value));
        }
    }
}
