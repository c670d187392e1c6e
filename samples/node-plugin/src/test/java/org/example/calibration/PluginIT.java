// SPDX-License-Identifier: Apache-2.0
package org.example.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service, started by its jar with the plugin's jar in its directory of plugins, runs a chain with the node. */
class PluginIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir private Path directory;

    @Test
    void aChainRunsTheNodeOfThePlugin() throws Exception {
        Path plugins = Files.createDirectory(directory.resolve("plugins"));
        Path jar = Path.of(System.getProperty("plugin.jar"));
        Files.copy(jar, plugins.resolve(jar.getFileName()));

        try (Service service = Service.start(directory, plugins)) {
            assertThat(service.output()).contains("  Plugin: calibration.jar (sample.calibrate)");
            Administrator tenant = new Administrator(service);
            String device = tenant.deviceOf(tenant.importChain("/calibrating.json"));
            String values = "/api/plugins/telemetry/DEVICE/" + device + "/values/";
            Mqtt3BlockingClient client = connected(service, tenant.accessToken(device));

            publish(client, "attributes", "{\"temperatureOffset\":-0.75}");
            await().atMost(LIMIT)
                    .until(() -> tenant.get(values + "attributes/SERVER_SCOPE").contains("-0.75"));
            publish(client, "telemetry", "{\"temperature\":21.5}");

            await().atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(tenant.get(values + "timeseries"))
                                    .contains("\"value\":\"20.75\""));
            assertThat(tenant.get("/actuator/prometheus"))
                    .contains("millrace_nodes_time_seconds_count{type=\"sample.calibrate\"} 1\n");
            client.disconnect();
        }
    }

    private static Mqtt3BlockingClient connected(Service service, String accessToken) {
        Mqtt3BlockingClient client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(service.mqttPort())
                        .simpleAuth()
                        .username(accessToken)
                        .applySimpleAuth()
                        .buildBlocking();
        client.connect();
        return client;
    }

    private static void publish(Mqtt3BlockingClient client, String topic, String json) {
        client.publishWith()
                .topic("v1/devices/me/" + topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(json.getBytes(StandardCharsets.UTF_8))
                .send();
    }
}
