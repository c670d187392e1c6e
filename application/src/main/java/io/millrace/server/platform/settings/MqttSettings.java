// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the MQTT server for devices.
 *
 * @param port {@code millrace.mqtt.port}: the TCP port of MQTT; 0 selects a free one
 * @param tls {@code millrace.mqtt.tls}: MQTT over TLS
 * @param guessesPerMinute {@code millrace.mqtt.guesses-per-minute}: wrong credentials that one address may try in a
 *     minute; 0 means no limit
 * @param sessionExpiry {@code millrace.mqtt.session-expiry}: how long a session is kept at most after its connection; 0
 *     keeps none
 * @param maxHalfOpen {@code millrace.mqtt.max-half-open}: number of connections that may be unauthenticated at once
 * @param connectionsPerSecond {@code millrace.mqtt.connections-per-second}: new connections that one address may open in
 *     a second; 0 means no limit
 * @param readSpacing {@code millrace.mqtt.read-spacing}: for how long packets gather between two reads under a moderate
 *     load, at most 100 ms; 0 reads at once
 */
@ConfigurationProperties("millrace.mqtt")
public record MqttSettings(
        int port,
        Tls tls,
        int guessesPerMinute,
        Duration sessionExpiry,
        int maxHalfOpen,
        int connectionsPerSecond,
        Duration readSpacing) {

    private static final int MOST_GUESSES = 1_000_000;
    private static final int MOST_CONNECTIONS = 1_000_000;
    private static final Duration LONGEST_EXPIRY = Duration.ofDays(365);
    private static final Duration LONGEST_SPACING = Duration.ofMillis(100);

    public MqttSettings {
        Ports.check("millrace.mqtt.port", port);
        if (guessesPerMinute < 0 || guessesPerMinute > MOST_GUESSES) {
            throw new IllegalArgumentException(
                    "millrace.mqtt.guesses-per-minute must be from 0 to %d, but is %d"
                            .formatted(MOST_GUESSES, guessesPerMinute));
        }
        if (sessionExpiry.isNegative() || sessionExpiry.compareTo(LONGEST_EXPIRY) > 0) {
            throw new IllegalArgumentException(
                    "millrace.mqtt.session-expiry must be from 0s to %dd, but is %s"
                            .formatted(LONGEST_EXPIRY.toDays(), sessionExpiry));
        }
        if (maxHalfOpen < 1 || maxHalfOpen > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "millrace.mqtt.max-half-open must be from 1 to %d, but is %d"
                            .formatted(MOST_CONNECTIONS, maxHalfOpen));
        }
        if (connectionsPerSecond < 0 || connectionsPerSecond > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "millrace.mqtt.connections-per-second must be from 0 to %d, but is %d"
                            .formatted(MOST_CONNECTIONS, connectionsPerSecond));
        }
        if (readSpacing.isNegative() || readSpacing.compareTo(LONGEST_SPACING) > 0) {
            throw new IllegalArgumentException(
                    "millrace.mqtt.read-spacing must be from 0 to 100ms, but is " + readSpacing);
        }
    }

    /**
     * MQTT over TLS; off without a certificate.
     *
     * @param port {@code millrace.mqtt.tls.port}: the TCP port; 0 selects a free one
     * @param cert {@code millrace.mqtt.tls.cert}: a PEM file with the server's certificate chain
     * @param key {@code millrace.mqtt.tls.key}: a PEM file with the private key, not encrypted
     */
    public record Tls(int port, @Nullable Path cert, @Nullable Path key) {

        public Tls {
            Ports.check("millrace.mqtt.tls.port", port);
            if ((cert == null) != (key == null)) {
                throw new IllegalArgumentException(
                        "millrace.mqtt.tls.cert and millrace.mqtt.tls.key must be set together, but only one of them "
                                + "is set");
            }
        }

        /** The certificate and key files; empty if TLS is off. */
        public Optional<KeyFiles> keyFiles() {
            return cert != null && key != null
                    ? Optional.of(new KeyFiles(cert, key))
                    : Optional.empty();
        }
    }

    /**
     * A certificate and its key, as PEM files.
     *
     * @param cert the certificate chain
     * @param key the private key of its first certificate
     */
    public record KeyFiles(Path cert, Path key) {}
}
