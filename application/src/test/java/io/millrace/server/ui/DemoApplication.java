// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ui;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import io.millrace.server.ApplicationProcess;
import io.millrace.server.mainjob.ServiceClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The real service with its demo, in a process of its own. */
final class DemoApplication implements RunningApplication {

    private static final String USER = "tenant@millrace.local";
    private static final String PASSWORD = "a password for tests";
    private static final String DEVICE = "Demo Device";

    private final ApplicationProcess process;
    private final ServiceClient.Device device;

    DemoApplication() {
        try {
            Path directory =
                    Files.createTempDirectory(
                            Files.createDirectories(Path.of("target").toAbsolutePath()), "demo-");
            this.process =
                    ApplicationProcess.start(
                            directory,
                            Map.of("MILLRACE_ADMIN_PASSWORD", PASSWORD, "MILLRACE_DEMO", "true"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.device = ServiceClient.signIn(process.httpUrl(), USER, PASSWORD).deviceByName(DEVICE);
    }

    @Override
    public String uiUrl() {
        return process.httpUrl() + "/";
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String password() {
        return PASSWORD;
    }

    @Override
    public String deviceName() {
        return DEVICE;
    }

    @Override
    public String accessToken() {
        return device.token();
    }

    @Override
    public void publish(String json) {
        Mqtt3BlockingClient client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(process.mqttPort())
                        .simpleAuth()
                        .username(device.token())
                        .applySimpleAuth()
                        .buildBlocking();
        client.connect();
        client.publishWith()
                .topic("v1/devices/me/telemetry")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(json.getBytes(StandardCharsets.UTF_8))
                .send();
        client.disconnect();
    }

    @Override
    public void close() {
        process.close();
    }
}
