// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import io.millrace.server.registry.device.SimulatedDevices.Simulated;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.SplittableRandom;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A simulated thermostat that connects over MQTT and publishes what it measures. Used by one thread. */
final class SimulatedThermostat implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SimulatedThermostat.class);
    private static final String TELEMETRY = "v1/devices/me/telemetry";
    private static final String ATTRIBUTES = "v1/devices/me/attributes";
    private static final String DESCRIPTION = "{\"model\":\"TH-2\",\"firmware\":\"1.4.2\"}";

    /** Number of readings from one message about the battery to the next. */
    private static final int READINGS_PER_BATTERY = 5;

    private final MqttAsyncClient client;
    private final MqttConnectOptions options = new MqttConnectOptions();
    private final RoomClimate climate;
    private final Clock clock;
    private int readings;

    SimulatedThermostat(int port, Simulated device, Clock clock) {
        this.climate = new RoomClimate(device.number(), new SplittableRandom());
        this.clock = clock;
        options.setUserName(device.accessToken());
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
        if (readings == 0) {
            publish(ATTRIBUTES, DESCRIPTION);
        }
        publish(TELEMETRY, climate.next());
        if (readings % READINGS_PER_BATTERY == 0) {
            publish(TELEMETRY, climate.battery(clock.millis()));
        }
        readings++;
    }

    private void publish(String topic, String json) {
        try {
            client.publish(topic, json.getBytes(StandardCharsets.UTF_8), 1, false);
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
