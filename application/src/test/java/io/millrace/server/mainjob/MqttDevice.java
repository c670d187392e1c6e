// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3ClientBuilder;
import java.nio.charset.StandardCharsets;

/** A device with a connection of MQTT 3.1.1, by an independent client library. */
public final class MqttDevice implements AutoCloseable {

    public static final String TELEMETRY = "v1/devices/me/telemetry";
    public static final String ATTRIBUTES = "v1/devices/me/attributes";

    private final Mqtt3BlockingClient client;

    /** Connects with an access token. */
    public MqttDevice(int port, String token) {
        client = client(port, token).buildBlocking();
        client.connect();
    }

    /** Connects with an access token and a will. */
    MqttDevice(int port, String token, String willTopic, String will) {
        client =
                client(port, token)
                        .willPublish()
                        .topic(willTopic)
                        .payload(will.getBytes(StandardCharsets.UTF_8))
                        .applyWillPublish()
                        .buildBlocking();
        client.connect();
    }

    private static Mqtt3ClientBuilder client(int port, String token) {
        return MqttClient.builder()
                .useMqttVersion3()
                .serverHost("127.0.0.1")
                .serverPort(port)
                .simpleAuth()
                .username(token)
                .applySimpleAuth();
    }

    /** Publishes at QoS 1 and returns when it is acknowledged. */
    public void publish(String topic, String json) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(json.getBytes(StandardCharsets.UTF_8))
                .send();
    }

    public boolean isConnected() {
        return client.getState().isConnected();
    }

    @Override
    public void close() {
        if (isConnected()) {
            client.disconnect();
        }
    }
}
