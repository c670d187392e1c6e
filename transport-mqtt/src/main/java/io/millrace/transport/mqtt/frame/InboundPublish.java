// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import io.millrace.transport.mqtt.topic.UplinkTopic;
import org.jspecify.annotations.Nullable;

/** A PUBLISH from a client. The payload is a copy on the heap, so nothing has to be released. */
public final class InboundPublish {

    private final UplinkTopic topic;
    private final @Nullable String otherTopic;
    private final int qos;
    private final int packetId;
    private final byte[] payload;

    InboundPublish(
            UplinkTopic topic, @Nullable String otherTopic, int qos, int packetId, byte[] payload) {
        this.topic = topic;
        this.otherTopic = otherTopic;
        this.qos = qos;
        this.packetId = packetId;
        this.payload = payload;
    }

    /** The kind of topic. */
    public UplinkTopic topic() {
        return topic;
    }

    /** The topic's name if the kind is {@link UplinkTopic#OTHER}, else null. */
    public @Nullable String otherTopic() {
        return otherTopic;
    }

    /** 0, 1 or 2. */
    public int qos() {
        return qos;
    }

    /** Packet identifier; 0 exactly if QoS is 0. */
    public int packetId() {
        return packetId;
    }

    /** The payload, not copied; the caller owns it. */
    public byte[] payload() {
        return payload;
    }
}
