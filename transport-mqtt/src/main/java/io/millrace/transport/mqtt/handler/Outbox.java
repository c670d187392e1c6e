// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Sends messages to the client of one session, within the client's limits. Used on its event loop only. */
final class Outbox {

    /** Largest number of messages that wait for the client's PUBACK, unless the client allows fewer. */
    private static final int MAX_IN_FLIGHT = 100;

    /** Upper bound for fixed header, lengths, packet identifier and an empty property block, in bytes. */
    private static final int OVERHEAD = 5 + 2 + 2 + 1;

    private final ClientConnection connection;
    private final Subscriptions subscriptions;
    private final ClientLimits client;
    private final Set<Integer> inFlight = new HashSet<>();
    private int lastId;

    Outbox(ClientConnection connection, Subscriptions subscriptions, ClientLimits client) {
        this.connection = connection;
        this.subscriptions = subscriptions;
        this.client = client;
    }

    /** Sends a message if the client has room for it; returns true if it was sent. */
    boolean publish(String topic, byte[] payload) {
        MqttQoS qos = subscriptions.qosOf(topic);
        long size =
                (long) topic.getBytes(StandardCharsets.UTF_8).length + payload.length + OVERHEAD;
        if (!connection.isWritable() || size > client.maxPacketSize()) { // [MQTT-3.1.2-24]
            return false;
        }
        if (qos == MqttQoS.AT_LEAST_ONCE && inFlight.size() >= maxInFlight()) {
            return false;
        }
        connection.send(
                MqttMessageBuilders.publish()
                        .topicName(topic)
                        .qos(qos)
                        .messageId(qos == MqttQoS.AT_MOST_ONCE ? 0 : nextId())
                        .payload(Unpooled.wrappedBuffer(payload))
                        .build());
        return true;
    }

    /** Notes that the client has acknowledged a message; unknown identifiers are ignored. */
    void acknowledged(int packetId) {
        inFlight.remove(packetId);
    }

    private int maxInFlight() {
        return Math.min(MAX_IN_FLIGHT, client.receiveMaximum()); // [MQTT-3.3.4-9]
    }

    /** Returns an identifier that is not in use [MQTT-2.2.1-4]. */
    private int nextId() {
        do {
            lastId = lastId == 0xFFFF ? 1 : lastId + 1;
        } while (!inFlight.add(lastId));
        return lastId;
    }
}
