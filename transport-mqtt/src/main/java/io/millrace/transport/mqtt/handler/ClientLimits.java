// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;

/**
 * The limits that a client announces.
 *
 * @param receiveMaximum number of QoS 1 messages that it accepts unacknowledged
 * @param maxPacketSize longest packet in bytes
 */
record ClientLimits(int receiveMaximum, long maxPacketSize) {

    /** Reads the limits from the properties of CONNECT; without them only the protocol's limits apply. */
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
