// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.paho.client.mqttv3.IMqttActionListener;
import org.eclipse.paho.client.mqttv3.IMqttToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;

/** Paho for MQTT 3.1 and 3.1.1. */
final class Paho3Client implements DeviceClient {

    private static final long PATIENCE_MILLIS = 20_000;

    private final MqttAsyncClient client;
    private final int version;
    private final List<String> received = new CopyOnWriteArrayList<>();

    Paho3Client(int port, int version) {
        this.version = version;
        try {
            client =
                    new MqttAsyncClient("tcp://127.0.0.1:" + port, "paho", new MemoryPersistence());
        } catch (MqttException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void connect(String token) {
        MqttConnectOptions options = new MqttConnectOptions();
        options.setUserName(token);
        options.setMqttVersion(version);
        options.setMaxInflight(64);
        try {
            client.connect(options).waitForCompletion(PATIENCE_MILLIS);
        } catch (MqttException e) {
            throw new RefusedException(e.getReasonCode());
        }
    }

    @Override
    public boolean isConnected() {
        return client.isConnected();
    }

    @Override
    public void subscribe(String filter) {
        try {
            client.subscribe(filter, 1, (topic, message) -> received.add(topic + " " + message))
                    .waitForCompletion(PATIENCE_MILLIS);
        } catch (MqttException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public CompletableFuture<?> publish(String topic, String payload, int qos) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        try {
            client.publish(
                    topic,
                    payload.getBytes(StandardCharsets.UTF_8),
                    qos,
                    false,
                    null,
                    new IMqttActionListener() {
                        @Override
                        public void onSuccess(IMqttToken token) {
                            end.complete(null);
                        }

                        @Override
                        public void onFailure(IMqttToken token, Throwable cause) {
                            end.completeExceptionally(cause);
                        }
                    });
        } catch (MqttException e) {
            end.completeExceptionally(e);
        }
        return end;
    }

    @Override
    public List<String> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        try {
            if (client.isConnected()) {
                client.disconnect().waitForCompletion(PATIENCE_MILLIS);
            }
            client.close();
        } catch (MqttException e) {
            throw new IllegalStateException(e);
        }
    }
}
