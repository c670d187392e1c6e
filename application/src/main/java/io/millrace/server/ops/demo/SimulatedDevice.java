// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A simulated thermometer that connects over MQTT and publishes random values. Used by one thread. */
final class SimulatedDevice implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SimulatedDevice.class);
    private static final String TOPIC = "v1/devices/me/telemetry";

    private final MqttAsyncClient client;
    private final MqttConnectOptions options = new MqttConnectOptions();
    private double temperature = ThreadLocalRandom.current().nextDouble(15, 30);
    private int humidity = ThreadLocalRandom.current().nextInt(30, 70);

    SimulatedDevice(int port, String accessToken) {
        options.setUserName(accessToken);
        options.setAutomaticReconnect(true);
        options.setConnectionTimeout(10);
        try {
            client =
                    new MqttAsyncClient(
                            "tcp://127.0.0.1:" + port,
                            MqttAsyncClient.generateClientId(),
                            new MemoryPersistence());
            client.connect(options);
        } catch (MqttException e) {
            throw new IllegalStateException("Cannot connect a simulated device to port " + port, e);
        }
    }

    /** Publishes the next values; does nothing while the device is not connected. */
    void publish() {
        if (!client.isConnected()) {
            return;
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        temperature += random.nextDouble(-0.5, 0.5);
        humidity = Math.clamp(humidity + random.nextInt(-1, 2), 0, 100);
        String reading =
                String.format(
                        Locale.ROOT,
                        "{\"temperature\":%.1f,\"humidity\":%d,\"open\":%b}",
                        temperature,
                        humidity,
                        random.nextInt(20) == 0);
        try {
            client.publish(TOPIC, reading.getBytes(StandardCharsets.UTF_8), 1, false);
        } catch (MqttException e) {
            log.debug("A simulated device could not publish", e);
        }
    }

    @Override
    public void close() {
        try {
            client.disconnectForcibly(0, 1_000, true);
            client.close(true);
        } catch (MqttException e) {
            log.debug("A simulated device could not disconnect", e);
        }
    }
}
