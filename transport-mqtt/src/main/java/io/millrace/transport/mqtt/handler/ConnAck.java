// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.UUID;

/**
 * A CONNACK that accepts a client and, in MQTT 5, announces the features that the server does not have. A session never
 * existed before [MQTT-3.2.2-2].
 *
 * @param clientId the client's id
 * @param assigned true if the server assigned the id
 * @param keepAlive how long the client may be silent
 */
record ConnAck(String clientId, boolean assigned, KeepAlive keepAlive) {

    private static final int LENGTH_WITHOUT_ID = 32;

    /** Creates the answer to a client; one without an id is assigned one [MQTT-3.1.3-6]. */
    static ConnAck to(String clientId, KeepAlive keepAlive) {
        return clientId.isEmpty()
                ? new ConnAck(UUID.randomUUID().toString(), true, keepAlive)
                : new ConnAck(clientId, false, keepAlive);
    }

    /** Upper bound of the packet's length in MQTT 5, in bytes. */
    int length() {
        return LENGTH_WITHOUT_ID + (assigned ? 3 + clientId.length() : 0);
    }

    MqttConnAckMessage packet(MqttVersion version, ConnectionSettings settings) {
        MqttMessageBuilders.ConnAckBuilder packet =
                MqttMessageBuilders.connAck()
                        .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
                        .sessionPresent(false);
        return version == MqttVersion.MQTT_5
                ? packet.properties(properties -> announce(properties, settings)).build()
                : packet.build();
    }

    private void announce(
            MqttMessageBuilders.ConnAckPropertiesBuilder properties, ConnectionSettings settings) {
        properties
                .receiveMaximum(settings.inFlight().messages())
                .maximumQos((byte) 1)
                .retainAvailable(false)
                .maximumPacketSize(settings.maxPacketSize())
                .topicAliasMaximum(0)
                .wildcardSubscriptionAvailable(false)
                .subscriptionIdentifiersAvailable(false)
                .sharedSubscriptionAvailable(false);
        if (assigned) {
            properties.assignedClientId(clientId);
        }
        if (keepAlive.isServers()) {
            properties.serverKeepAlive(keepAlive.seconds());
        }
    }
}
