// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.ServiceClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The real service with its demo, in a separate process. */
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
                            // The locale of ASCII: no text may depend on that of the machine.
                            Map.of(
                                    "MILLRACE_ADMIN_PASSWORD", PASSWORD,
                                    "MILLRACE_DEMO", "true",
                                    "LC_ALL", "C"));
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
        try (MqttDevice client = new MqttDevice(process.mqttPort(), device.token())) {
            client.publish(MqttDevice.TELEMETRY, json);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
