// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.millrace.transport.mqtt.protocol.ConnectionSettings;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the MQTT server.
 *
 * @param port TCP port, 0 for any free port
 * @param tls the listener with TLS, or null for none
 * @param eventLoops number of threads that serve connections
 * @param readSpacing for how long packets gather between the reads of such a thread under a moderate load; 0 reads at once
 * @param maxHalfOpen greatest number of connections that are not authenticated; others are closed at once
 * @param connection the limits of each connection
 */
public record MqttServerSettings(
        int port,
        @Nullable TlsSettings tls,
        int eventLoops,
        Duration readSpacing,
        int maxHalfOpen,
        ConnectionSettings connection) {

    private static final Duration DEFAULT_READ_SPACING = Duration.ofMillis(2);
    private static final int DEFAULT_HALF_OPEN = 10_000;

    public MqttServerSettings {
        requirePort("port", port);
        if (eventLoops < 1) {
            throw new IllegalArgumentException("eventLoops: expected 1 or more, got " + eventLoops);
        }
        if (readSpacing.isNegative()) {
            throw new IllegalArgumentException("readSpacing must not be negative: " + readSpacing);
        }
        if (maxHalfOpen < 1) {
            throw new IllegalArgumentException("maxHalfOpen must be at least 1: " + maxHalfOpen);
        }
        Objects.requireNonNull(connection, "connection");
    }

    /** Returns settings without TLS and with one thread for each processor. */
    public static MqttServerSettings onPort(int port) {
        return new MqttServerSettings(
                port,
                null,
                Runtime.getRuntime().availableProcessors(),
                DEFAULT_READ_SPACING,
                DEFAULT_HALF_OPEN,
                ConnectionSettings.DEFAULT);
    }

    public MqttServerSettings withTls(TlsSettings newTls) {
        return new MqttServerSettings(
                port, newTls, eventLoops, readSpacing, maxHalfOpen, connection);
    }

    public MqttServerSettings withConnection(ConnectionSettings newConnection) {
        return new MqttServerSettings(
                port, tls, eventLoops, readSpacing, maxHalfOpen, newConnection);
    }

    public MqttServerSettings withMaxHalfOpen(int newMaxHalfOpen) {
        return new MqttServerSettings(
                port, tls, eventLoops, readSpacing, newMaxHalfOpen, connection);
    }

    public MqttServerSettings withReadSpacing(Duration newReadSpacing) {
        return new MqttServerSettings(
                port, tls, eventLoops, newReadSpacing, maxHalfOpen, connection);
    }

    static void requirePort(String name, int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "%s: expected 0 to 65535, got %d".formatted(name, port));
        }
    }
}
