// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.malformed;
import static io.millrace.transport.mqtt.frame.ProtocolViolation.protocolError;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads PUBLISH, by far the most frequent packet: one pass, one copy of the payload, and no new string for known
 * topics.
 */
final class PublishReader {

    private static final int RETAIN = 0x01;
    private static final int DUP = 0x08;

    private final KnownTopics known;
    private final TopicAliases aliases;

    PublishReader(KnownTopics known, TopicAliases aliases) {
        this.known = known;
        this.aliases = aliases;
    }

    InboundPublish read(ByteBuf buffer, PacketReader reader, int flags, MqttVersion version) {
        int qos = (flags >> 1) & 3;
        checkFlags(flags, qos, version);
        int topicLength = reader.readShort();
        int topicStart = reader.skip(topicLength);
        int packetId = qos > 0 ? reader.readPacketId() : 0;
        PublishProperties properties =
                version == MqttVersion.MQTT_5
                        ? PublishProperties.read(reader)
                        : PublishProperties.NONE;
        String topic = topic(buffer, reader, topicStart, topicLength);
        if (properties.hasAlias()) {
            topic = aliases.resolve(properties.alias(), topic);
        } else if (topic.isEmpty()) {
            throw protocolError("an empty topic"); // [MQTT-4.7.3-1]
        }
        return new InboundPublish(
                topic,
                qos,
                packetId,
                (flags & DUP) != 0,
                reader.readRest(),
                properties.userProperties());
    }

    private static void checkFlags(int flags, int qos, MqttVersion version) {
        if (qos == 3) {
            throw malformed("QoS 3"); // [MQTT-3.3.1-4]
        }
        if (qos == 0 && (flags & DUP) != 0) {
            throw malformed("a duplicate of QoS 0"); // [MQTT-3.3.1-2]
        }
        if (version == MqttVersion.MQTT_5 && (flags & RETAIN) != 0) {
            throw new ProtocolViolation(CloseReason.RETAIN_NOT_SUPPORTED, "a retained message");
        }
    }

    private String topic(ByteBuf buffer, PacketReader reader, int start, int length) {
        if (length == 0) {
            return "";
        }
        @Nullable String frequent = known.find(buffer, start, length);
        if (frequent != null) {
            return frequent;
        }
        String topic = reader.text(start, length);
        if (PropertyBlock.hasWildcard(topic)) {
            throw malformed("a topic name with a wildcard"); // [MQTT-3.3.2-2]
        }
        return topic;
    }

    /**
     * The properties of a PUBLISH that have an effect.
     *
     * @param alias the topic alias, or -1
     */
    private record PublishProperties(int alias, Map<String, String> userProperties) {

        private static final PublishProperties NONE = new PublishProperties(-1, Map.of());

        static PublishProperties read(PacketReader reader) {
            int start = reader.index();
            long seen = PropertyBlock.check(reader, PropertyBlock.PUBLISH);
            boolean relevant =
                    PropertyBlock.contains(seen, MqttProperties.TOPIC_ALIAS)
                            || PropertyBlock.contains(seen, MqttProperties.USER_PROPERTY);
            if (!relevant) {
                return NONE;
            }
            PropertyBlock.Values values = PropertyBlock.values(reader, start);
            return new PublishProperties(values.topicAlias(), values.userProperties());
        }

        boolean hasAlias() {
            return alias >= 0;
        }
    }
}
