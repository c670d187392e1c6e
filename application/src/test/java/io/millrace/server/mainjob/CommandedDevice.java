// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A device that subscribes to RPC requests and shared attributes, and acknowledges only when the test says so. */
final class CommandedDevice implements AutoCloseable {

    private static final String REQUESTS = "v1/devices/me/rpc/request/";
    private static final String RESPONSES = "v1/devices/me/rpc/response/";
    private static final long PATIENCE_SECONDS = 30;

    private final Mqtt3AsyncClient client;
    private final List<Mqtt3Publish> received = new CopyOnWriteArrayList<>();
    private int acknowledged;

    /** Connects with an access token and subscribes. */
    CommandedDevice(int port, String token) {
        client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(port)
                        .simpleAuth()
                        .username(token)
                        .applySimpleAuth()
                        .buildAsync();
        client.connect().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        subscribe(REQUESTS + "+");
        subscribe(MqttDevice.ATTRIBUTES);
    }

    private void subscribe(String filter) {
        client.subscribeWith()
                .topicFilter(filter)
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(received::add)
                .manualAcknowledgement(true)
                .send()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** The contents of the messages so far. */
    List<String> received() {
        return received.stream().map(CommandedDevice::text).toList();
    }

    private static String text(Mqtt3Publish message) {
        return new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8);
    }

    /** Acknowledges all further messages so far, in their order, and answers those that are requests. */
    void acknowledgeAndReply(String reply) {
        for (; acknowledged < received.size(); acknowledged++) {
            Mqtt3Publish message = received.get(acknowledged);
            message.acknowledge();
            String topic = message.getTopic().toString();
            if (topic.startsWith(REQUESTS)) {
                publish(RESPONSES + topic.substring(REQUESTS.length()), reply);
            }
        }
    }

    private void publish(String topic, String json) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(json.getBytes(StandardCharsets.UTF_8))
                .send()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        if (client.getState().isConnected()) {
            client.disconnect().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
