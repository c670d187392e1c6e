// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.SubscribeRefusal;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one session: a bounded number. Used on its event loop only. */
final class Subscriptions {

    private static final int MOST = 50;
    private static final int HIGHEST_QOS = 1;
    private static final int FAILURE_BEFORE_MQTT_5 = 0x80;
    private static final int SUCCESS = 0x00;
    private static final int NO_SUBSCRIPTION_EXISTED = 0x11;

    private final boolean isVersion5;
    private final Client client;

    /** Granted QoS by filter, in the order in which they were subscribed. */
    private final Map<String, Integer> granted;

    /** @param restored the subscriptions of an earlier connection of the session */
    Subscriptions(boolean isVersion5, Client client, Map<String, Integer> restored) {
        this.isVersion5 = isVersion5;
        this.client = client;
        this.granted = new LinkedHashMap<>(restored);
    }

    /**
     * The answer to a request.
     *
     * @param codes one for each filter, in their order [MQTT-3.8.4-6]
     * @param changed filters whose subscription was granted, or has ended
     */
    record Answer(List<Integer> codes, List<String> changed) {}

    Answer subscribe(List<MqttTopicSubscription> wanted) {
        Answer answer = new Answer(new ArrayList<>(), new ArrayList<>());
        for (MqttTopicSubscription subscription : wanted) {
            String filter = subscription.topicFilter();
            @Nullable SubscribeRefusal refusal = refusalOf(filter);
            if (refusal == null) {
                int qos = Math.min(subscription.qualityOfService().value(), HIGHEST_QOS);
                granted.put(filter, qos);
                answer.codes.add(qos);
                answer.changed.add(filter);
            } else {
                answer.codes.add(isVersion5 ? refusal.code() : FAILURE_BEFORE_MQTT_5);
            }
        }
        return answer;
    }

    private @Nullable SubscribeRefusal refusalOf(String filter) {
        if (TopicFilter.isShared(filter)) {
            return SubscribeRefusal.SHARED_SUBSCRIPTIONS_NOT_SUPPORTED;
        }
        if (!TopicFilter.isValid(filter)) {
            return SubscribeRefusal.TOPIC_FILTER_INVALID;
        }
        if (granted.size() >= MOST && !granted.containsKey(filter)) {
            return SubscribeRefusal.QUOTA_EXCEEDED;
        }
        return client.subscribe(filter);
    }

    Answer unsubscribe(List<String> filters) {
        Answer answer = new Answer(new ArrayList<>(), new ArrayList<>());
        for (String filter : filters) {
            boolean existed = granted.remove(filter) != null;
            answer.codes.add(existed ? SUCCESS : NO_SUBSCRIPTION_EXISTED);
            if (existed) {
                answer.changed.add(filter);
            }
        }
        return answer;
    }

    /** Returns the QoS of the oldest subscription that matches a topic. */
    OptionalInt grantedQos(String topic) {
        for (Map.Entry<String, Integer> subscription : granted.entrySet()) {
            if (TopicFilter.matches(subscription.getKey(), topic)) {
                return OptionalInt.of(subscription.getValue());
            }
        }
        return OptionalInt.empty();
    }

    /** The filters, in the order in which they were subscribed. */
    List<String> filters() {
        return List.copyOf(granted.keySet());
    }

    /** The granted QoS by filter, in the order in which they were subscribed; a copy. */
    Map<String, Integer> granted() {
        return new LinkedHashMap<>(granted);
    }
}
