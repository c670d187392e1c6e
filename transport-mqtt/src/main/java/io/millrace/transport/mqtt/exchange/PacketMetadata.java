// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.exchange;

import io.millrace.message.Metadata;
import io.millrace.transport.mqtt.client.InboundPublish;
import java.util.LinkedHashMap;
import java.util.Map;

/** Metadata that the messages of a PUBLISH packet get from the packet itself. */
public final class PacketMetadata {

    /** User properties have names of their own, so that they never replace what nodes rely on. */
    private static final String PROPERTY_PREFIX = "property_";

    private static final String TOPIC = "mqttTopic";

    private PacketMetadata() {}

    /** Returns the user properties, each with the prefix {@code property_}. */
    public static Metadata ofProperties(InboundPublish publish) {
        if (publish.userProperties().isEmpty()) {
            return Metadata.EMPTY;
        }
        Map<String, String> named = new LinkedHashMap<>();
        publish.userProperties().forEach((name, value) -> named.put(PROPERTY_PREFIX + name, value));
        return Metadata.of(named);
    }

    /** Returns the same, and the topic as {@code mqttTopic}. */
    public static Metadata ofTopicAndProperties(InboundPublish publish) {
        return ofProperties(publish).with(TOPIC, publish.topic());
    }
}
