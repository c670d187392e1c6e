// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import java.time.Duration;
import java.util.UUID;

/**
 * A CONNACK that accepts a client and, in MQTT 5, announces the features that the server does not have.
 *
 * @param clientId the client's id
 * @param assigned true if the server assigned the id
 * @param keepAlive how long the client may be silent
 * @param expiry how long the session outlasts the connection
 * @param isExpiryServers true if the server chose the expiry instead of the client
 */
record ConnAck(
        String clientId,
        boolean assigned,
        KeepAlive keepAlive,
        Duration expiry,
        boolean isExpiryServers) {

    private static final int LENGTH_WITHOUT_ID = 40;

    /** Returns the id of a client; one without an id is assigned one [MQTT-3.1.3-6]. */
    static String idFor(String asked) {
        return asked.isEmpty() ? UUID.randomUUID().toString() : asked;
    }

    /** Upper bound of the packet's length in MQTT 5, in bytes. */
    int length() {
        return LENGTH_WITHOUT_ID + (assigned ? 3 + clientId.length() : 0);
    }

    MqttConnAckMessage packet(
            boolean isVersion5, ConnectionSettings settings, boolean sessionPresent) {
        MqttMessageBuilders.ConnAckBuilder packet =
                MqttMessageBuilders.connAck()
                        .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
                        .sessionPresent(sessionPresent);
        return isVersion5
                ? packet.properties(properties -> announce(properties, settings)).build()
                : packet.build();
    }

    /** Without "Maximum QoS" all three are supported, and without "Wildcard Subscription Available" wildcards are. */
    private void announce(
            MqttMessageBuilders.ConnAckPropertiesBuilder properties, ConnectionSettings settings) {
        properties
                .receiveMaximum(settings.inFlight().messages())
                .retainAvailable(false)
                .maximumPacketSize(settings.maxPacketSize())
                .topicAliasMaximum(settings.topicAliases())
                .subscriptionIdentifiersAvailable(false)
                .sharedSubscriptionAvailable(false);
        if (isExpiryServers) {
            properties.sessionExpiryInterval(expiry.toSeconds()); // [MQTT-3.2.2.3.2]
        }
        if (assigned) {
            properties.assignedClientId(clientId);
        }
        if (keepAlive.isServers()) {
            properties.serverKeepAlive(keepAlive.seconds());
        }
    }
}
