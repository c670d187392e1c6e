// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;

/**
 * What a client takes.
 *
 * @param receiveMaximum number of messages of QoS 1 that it takes before it has acknowledged one
 * @param maxPacketSize longest packet in bytes
 */
record ClientLimits(int receiveMaximum, long maxPacketSize) {

    /** What the properties of its CONNECT say; without them there is no limit but the protocol's. */
    static ClientLimits of(MqttProperties properties) {
        return new ClientLimits(
                (int) valueOf(properties, MqttProperties.RECEIVE_MAXIMUM, 0xFFFF),
                valueOf(properties, MqttProperties.MAXIMUM_PACKET_SIZE, Long.MAX_VALUE));
    }

    private static long valueOf(MqttProperties properties, int id, long absent) {
        return properties.getProperty(id) instanceof IntegerProperty property
                ? Integer.toUnsignedLong(property.value())
                : absent;
    }
}
