// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A device that publishes more than it may have in flight. */
final class Flood implements AutoCloseable {

    private static final int WINDOW = 500;

    private final Mqtt3AsyncClient client;
    private final Semaphore window = new Semaphore(WINDOW);
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile boolean stopped;

    Flood(int mqttPort, String token) {
        client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(mqttPort)
                        .simpleAuth()
                        .username(token)
                        .applySimpleAuth()
                        .buildAsync();
        client.connectWith().keepAlive(60).send().orTimeout(20, TimeUnit.SECONDS).join();
    }

    /** Publishes at QoS 1, as long as it is open, with up to {@value #WINDOW} messages unacknowledged. */
    void forever(String json) {
        Thread.startVirtualThread(() -> {
            while (!stopped) {
                window.acquireUninterruptibly();
                publish(json, MqttQos.AT_LEAST_ONCE);
            }
        });
    }

    /** Publishes so many messages at QoS 0 as quickly as it can. */
    void burst(String json, int count) {
        for (int i = 0; i < count; i++) {
            publish(json, MqttQos.AT_MOST_ONCE);
        }
    }

    private void publish(String json, MqttQos qos) {
        var _ =
                client.publishWith()
                        .topic(MqttDevice.TELEMETRY)
                        .qos(qos)
                        .payload(json.getBytes(StandardCharsets.UTF_8))
                        .send()
                        .whenComplete((_, error) -> {
                            window.release();
                            if (error == null) {
                                acknowledged.incrementAndGet();
                            }
                        });
    }

    boolean isConnected() {
        return client.getState().isConnected();
    }

    long acknowledged() {
        return acknowledged.get();
    }

    @Override
    public void close() {
        stopped = true;
        var _ = client.disconnect();
    }
}
