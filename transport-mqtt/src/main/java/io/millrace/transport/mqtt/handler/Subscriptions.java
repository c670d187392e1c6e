// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.mqtt.topic.SubscriptionFilters;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubAckPayload;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckPayload;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one session, which end with it. There are at most as many as allowed filters. */
final class Subscriptions {

    private static final int TOPIC_FILTER_INVALID = 0x8F;
    private static final int FAILURE = 0x80;
    private static final short SUCCESS = 0x00;
    private static final short NO_SUBSCRIPTION_EXISTED = 0x11;
    private static final int HIGHEST_QOS = 1;

    private final boolean isVersion5;

    /** Granted QoS by filter, in the order in which they were subscribed. */
    private final Map<String, Integer> granted = new LinkedHashMap<>();

    Subscriptions(MqttVersion version) {
        this.isVersion5 = version == MqttVersion.MQTT_5;
    }

    /** Grants the allowed filters and returns the answer: one code for each filter, in their order [MQTT-3.8.4-6]. */
    MqttMessage subscribe(MqttSubscribeMessage request) {
        int[] codes =
                request.payload().topicSubscriptions().stream().mapToInt(this::grant).toArray();
        return new MqttSubAckMessage(
                header(MqttMessageType.SUBACK),
                id(request.variableHeader().messageId()),
                new MqttSubAckPayload(codes));
    }

    private int grant(MqttTopicSubscription wanted) {
        String filter = wanted.topicFilter();
        if (!SubscriptionFilters.isAllowed(filter)) {
            return isVersion5 ? TOPIC_FILTER_INVALID : FAILURE;
        }
        int qos = Math.min(wanted.qualityOfService().value(), HIGHEST_QOS);
        granted.put(filter, qos);
        return qos;
    }

    /** Removes subscriptions and returns the answer; before MQTT 5 it has no codes [MQTT-3.10.4-4]. */
    MqttMessage unsubscribe(MqttUnsubscribeMessage request) {
        Short[] codes = request.payload().topics().stream().map(this::revoke).toArray(Short[]::new);
        return new MqttUnsubAckMessage(
                header(MqttMessageType.UNSUBACK),
                id(request.variableHeader().messageId()),
                isVersion5 ? new MqttUnsubAckPayload(List.of(codes)) : null);
    }

    private short revoke(String filter) {
        if (!SubscriptionFilters.isAllowed(filter)) {
            return (short) TOPIC_FILTER_INVALID;
        }
        @Nullable Integer was = granted.remove(filter);
        return was == null ? NO_SUBSCRIPTION_EXISTED : SUCCESS;
    }

    /** Returns the QoS of a message to the client: that of its oldest subscription to the topic, or 1 without one. */
    MqttQoS qosOf(String topic) {
        for (Map.Entry<String, Integer> subscription : granted.entrySet()) {
            if (SubscriptionFilters.matches(subscription.getKey(), topic)) {
                return MqttQoS.valueOf(subscription.getValue());
            }
        }
        return MqttQoS.AT_LEAST_ONCE;
    }

    private static MqttFixedHeader header(MqttMessageType type) {
        return new MqttFixedHeader(type, false, MqttQoS.AT_MOST_ONCE, false, 0);
    }

    private static MqttMessageIdAndPropertiesVariableHeader id(int packetId) {
        return new MqttMessageIdAndPropertiesVariableHeader(packetId, MqttProperties.NO_PROPERTIES);
    }
}
