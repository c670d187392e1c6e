// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.protocolError;

import io.millrace.transport.mqtt.client.CloseReason;
import org.jspecify.annotations.Nullable;

/** The topic aliases that a client has defined on its connection [MQTT-3.3.2.3.4]. */
final class TopicAliases {

    private final @Nullable String[] topics;

    /** @param maximum the greatest alias, as CONNACK announces it; 0 allows none */
    TopicAliases(int maximum) {
        topics = new String[maximum];
    }

    /**
     * Returns the topic of a PUBLISH with an alias, and defines the alias if the packet has a topic.
     *
     * @param topic empty if the packet has only the alias
     */
    String resolve(int alias, String topic) {
        if (alias == 0 || alias > topics.length) { // [MQTT-3.3.2-8], [MQTT-3.3.2-9]
            throw new ProtocolViolation(
                    CloseReason.TOPIC_ALIAS_INVALID,
                    "topic alias %d, allowed are 1 to %d".formatted(alias, topics.length));
        }
        if (!topic.isEmpty()) {
            topics[alias - 1] = topic;
            return topic;
        }
        @Nullable String defined = topics[alias - 1];
        if (defined == null) {
            throw protocolError("topic alias %d is not defined".formatted(alias));
        }
        return defined;
    }
}
