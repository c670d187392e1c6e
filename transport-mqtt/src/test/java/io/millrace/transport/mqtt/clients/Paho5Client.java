// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** Paho for MQTT 5. */
final class Paho5Client implements DeviceClient, MqttCallback {

    private static final long PATIENCE_MILLIS = 20_000;

    private final MqttAsyncClient client;
    private final List<String> received = new CopyOnWriteArrayList<>();

    Paho5Client(int port) {
        try {
            client =
                    new MqttAsyncClient("tcp://127.0.0.1:" + port, "paho", new MemoryPersistence());
        } catch (MqttException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void connect(String token) {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setUserName(token);
        options.setCleanStart(true);
        client.setCallback(this);
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
            client.subscribe(filter, 1).waitForCompletion(PATIENCE_MILLIS);
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
                    new MqttActionListener() {
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

    @Override
    public void messageArrived(String topic, MqttMessage message) {
        received.add(topic + " " + message);
    }

    @Override
    public void connectComplete(boolean reconnect, String serverUri) {}

    @Override
    public void deliveryComplete(IMqttToken token) {}

    @Override
    public void disconnected(MqttDisconnectResponse response) {}

    @Override
    public void mqttErrorOccurred(MqttException e) {}

    @Override
    public void authPacketArrived(int reasonCode, MqttProperties properties) {}
}
