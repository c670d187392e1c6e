// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.millrace.transport.mqtt.handler.ConnectionSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the MQTT server.
 *
 * @param port TCP port, 0 for any free port
 * @param tls the listener with TLS, or null for none
 * @param eventLoops number of threads that serve connections
 * @param connection the limits of each connection
 */
public record MqttServerSettings(
        int port, @Nullable TlsSettings tls, int eventLoops, ConnectionSettings connection) {

    public MqttServerSettings {
        requirePort("port", port);
        if (eventLoops < 1) {
            throw new IllegalArgumentException(
                    "eventLoops: expected 1 or more, but got " + eventLoops);
        }
        Objects.requireNonNull(connection, "connection");
    }

    /** Returns settings without TLS and with one thread for each processor. */
    public static MqttServerSettings onPort(int port) {
        return new MqttServerSettings(
                port, null, Runtime.getRuntime().availableProcessors(), ConnectionSettings.DEFAULT);
    }

    public MqttServerSettings withTls(TlsSettings newTls) {
        return new MqttServerSettings(port, newTls, eventLoops, connection);
    }

    public MqttServerSettings withConnection(ConnectionSettings newConnection) {
        return new MqttServerSettings(port, tls, eventLoops, newConnection);
    }

    static void requirePort(String name, int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "%s: expected 0 to 65535, but got %d".formatted(name, port));
        }
    }
}
