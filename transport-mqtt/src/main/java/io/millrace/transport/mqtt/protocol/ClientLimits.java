// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;

/**
 * The limits that a client announces.
 *
 * @param receiveMaximum number of QoS 1 messages that it accepts unacknowledged
 * @param maxPacketSize longest packet in bytes
 * @param wantsReasons whether acknowledgements may have a reason string [MQTT-3.1.2-29]
 */
record ClientLimits(int receiveMaximum, long maxPacketSize, boolean wantsReasons) {

    /** The limits of a client that announces none. */
    static final ClientLimits NONE = new ClientLimits(0xFFFF, Long.MAX_VALUE, true);

    /** Reads the limits from the properties of CONNECT; without them only the protocol's limits apply. */
    static ClientLimits of(MqttProperties properties) {
        return new ClientLimits(
                (int) valueOf(properties, MqttProperties.RECEIVE_MAXIMUM, NONE.receiveMaximum),
                valueOf(properties, MqttProperties.MAXIMUM_PACKET_SIZE, NONE.maxPacketSize),
                valueOf(properties, MqttProperties.REQUEST_PROBLEM_INFORMATION, 1) == 1);
    }

    /** Returns the value of a numeric property. */
    static long valueOf(MqttProperties properties, int id, long absent) {
        return properties.getProperty(id) instanceof IntegerProperty property
                ? Integer.toUnsignedLong(property.value())
                : absent;
    }
}
