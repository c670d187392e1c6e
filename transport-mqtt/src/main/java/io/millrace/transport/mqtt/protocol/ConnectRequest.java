// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.Will;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A CONNECT, in the terms of the server. */
final class ConnectRequest {

    /** The longest client id, in bytes of UTF-8. */
    static final int MAX_CLIENT_ID = 1024;

    private static final long NEVER_EXPIRES = 0xFFFF_FFFFL;

    private final MqttConnectMessage packet;
    private final MqttConnectVariableHeader header;
    private final MqttProperties properties;
    private final boolean isVersion5;

    ConnectRequest(MqttConnectMessage packet, MqttVersion version) {
        this.packet = packet;
        this.header = packet.variableHeader();
        this.properties = header.properties();
        this.isVersion5 = version == MqttVersion.MQTT_5;
    }

    /** Returns why any client with this request is refused, or null. */
    @Nullable CloseReason objection() {
        if (properties.getProperty(MqttProperties.AUTHENTICATION_METHOD) != null) {
            return CloseReason.BAD_AUTHENTICATION_METHOD;
        }
        if (isVersion5 && header.isWillFlag() && header.isWillRetain()) {
            return CloseReason.RETAIN_NOT_SUPPORTED; // [MQTT-3.2.2-13]
        }
        boolean namelessButLasting = clientId().isEmpty() && !isClean() && !isVersion5;
        boolean tooLong = clientId().getBytes(StandardCharsets.UTF_8).length > MAX_CLIENT_ID;
        return namelessButLasting || tooLong // MQTT 3.1.1: [MQTT-3.1.3-8]
                ? CloseReason.CLIENT_IDENTIFIER_NOT_VALID
                : null;
    }

    /** The client id as the client sent it; may be empty. */
    String clientId() {
        return packet.payload().clientIdentifier();
    }

    /** True if the client wants a new session. */
    boolean isClean() {
        return header.isCleanSession();
    }

    ConnectCredentials credentials(SocketAddress remote) {
        return new ConnectCredentials(
                clientId(),
                header.hasUserName() ? packet.payload().userName() : null,
                header.hasPassword() ? packet.payload().passwordInBytes() : null,
                remote);
    }

    ClientLimits limits() {
        return isVersion5 ? ClientLimits.of(properties) : ClientLimits.NONE;
    }

    KeepAlive keepAlive() {
        return KeepAlive.of(header.keepAliveTimeSeconds(), isVersion5);
    }

    /** How long the client wants its session to outlast the connection; before MQTT 5 for ever, unless it is clean. */
    Duration wantedExpiry() {
        if (!isVersion5) {
            return isClean() ? Duration.ZERO : Duration.ofSeconds(NEVER_EXPIRES);
        }
        return Duration.ofSeconds(
                ClientLimits.valueOf(properties, MqttProperties.SESSION_EXPIRY_INTERVAL, 0));
    }

    @Nullable Will will() {
        if (!header.isWillFlag()) {
            return null;
        }
        long delay =
                ClientLimits.valueOf(
                        packet.payload().willProperties(), MqttProperties.WILL_DELAY_INTERVAL, 0);
        return new Will(
                packet.payload().willTopic(),
                packet.payload().willMessageInBytes(),
                header.willQos(),
                Duration.ofSeconds(delay));
    }
}
