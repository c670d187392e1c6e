// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import static java.util.Objects.requireNonNull;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** HiveMQ's client for MQTT 5. */
final class HiveMq5Client implements DeviceClient {

    private final Mqtt5BlockingClient client;
    private final List<String> received = new CopyOnWriteArrayList<>();

    HiveMq5Client(int port) {
        client =
                MqttClient.builder()
                        .useMqttVersion5()
                        .serverHost("127.0.0.1")
                        .serverPort(port)
                        .buildBlocking();
    }

    @Override
    public void connect(String token) {
        try {
            client.connectWith().simpleAuth().username(token).applySimpleAuth().send();
        } catch (Mqtt5ConnAckException e) {
            throw new RefusedException(e.getMqttMessage().getReasonCode().getCode());
        }
    }

    @Override
    public boolean isConnected() {
        return client.getState() == MqttClientState.CONNECTED;
    }

    @Override
    public void subscribe(String filter) {
        client.toAsync()
                .subscribeWith()
                .topicFilter(filter)
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(message ->
                        received.add(
                                message.getTopic()
                                        + " "
                                        + new String(
                                                message.getPayloadAsBytes(),
                                                StandardCharsets.UTF_8)))
                .send()
                .join();
    }

    @Override
    public CompletableFuture<?> publish(String topic, String payload, int qos) {
        return client.toAsync()
                .publishWith()
                .topic(topic)
                .qos(requireNonNull(MqttQos.fromCode(qos)))
                .payload(payload.getBytes(StandardCharsets.UTF_8))
                .send();
    }

    @Override
    public List<String> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        if (isConnected()) {
            client.disconnect();
        }
    }
}
