// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.malformed;
import static io.millrace.transport.mqtt.frame.ProtocolViolation.protocolError;

import io.millrace.transport.mqtt.session.CloseReason;
import io.millrace.transport.mqtt.topic.UplinkTopic;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttVersion;
import org.jspecify.annotations.Nullable;

/**
 * Reads PUBLISH, by far the most frequent packet: one pass, one copy of the payload, and no string for the known
 * topics.
 */
final class PublishReader {

    private static final int RETAIN = 0x01;
    private static final int DUP = 0x08;

    private PublishReader() {}

    static InboundPublish read(
            ByteBuf buffer, PacketReader reader, int flags, MqttVersion version) {
        int qos = (flags >> 1) & 3;
        checkFlags(flags, qos, version);
        int topicLength = reader.readShort();
        int topicStart = reader.skip(topicLength);
        int packetId = qos > 0 ? reader.readPacketId() : 0;
        if (version == MqttVersion.MQTT_5) {
            checkProperties(PropertyBlock.check(reader, PropertyBlock.PUBLISH));
        }
        UplinkTopic topic = UplinkTopic.of(buffer, topicStart, topicLength);
        @Nullable String otherTopic =
                topic == UplinkTopic.OTHER ? readTopic(reader, topicStart, topicLength) : null;
        return new InboundPublish(topic, otherTopic, qos, packetId, reader.readRest());
    }

    private static void checkFlags(int flags, int qos, MqttVersion version) {
        if (qos == 3) {
            throw malformed("QoS 3"); // [MQTT-3.3.1-4]
        }
        if (qos == 0 && (flags & DUP) != 0) {
            throw malformed("a duplicate of QoS 0"); // [MQTT-3.3.1-2]
        }
        if (version != MqttVersion.MQTT_5) {
            return;
        }
        if (qos == 2) {
            throw new ProtocolViolation(CloseReason.QOS_NOT_SUPPORTED, "QoS 2");
        }
        if ((flags & RETAIN) != 0) {
            throw new ProtocolViolation(CloseReason.RETAIN_NOT_SUPPORTED, "a retained message");
        }
    }

    private static void checkProperties(long properties) {
        if (PropertyBlock.contains(properties, MqttProperties.TOPIC_ALIAS)) {
            // Every alias is above the maximum of 0 that CONNACK announces [MQTT-3.3.2-9].
            throw new ProtocolViolation(CloseReason.TOPIC_ALIAS_INVALID, "a topic alias");
        }
    }

    private static String readTopic(PacketReader reader, int start, int length) {
        if (length == 0) {
            throw protocolError("an empty topic"); // [MQTT-4.7.3-1]
        }
        String topic = reader.text(start, length);
        if (PropertyBlock.hasWildcard(topic)) {
            throw malformed("a topic name with a wildcard"); // [MQTT-3.3.2-2]
        }
        return topic;
    }
}
