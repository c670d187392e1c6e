// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.AtExit;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.ServiceClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The real service with its demo tenant and device, on free ports in a process of its own. All browser tests of a JVM
 * share one; it ends with the JVM.
 */
final class DemoApplication {

    static final String USER = "tenant@millrace.local";
    static final String SYSTEM_ADMINISTRATOR = "sysadmin@millrace.local";

    /** The password of both users. */
    static final String PASSWORD = "a password for tests";

    static final String DEVICE = "Demo Device";

    private static final class Running {

        static final DemoApplication INSTANCE = new DemoApplication();
    }

    private final ApplicationProcess process;

    private DemoApplication() {
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
                                    // On a busy machine any message would be kept, as a slow one.
                                    "MILLRACE_HISTORY_SLOW", "30s",
                                    "LC_ALL", "C"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        AtExit.run(process::close);
    }

    static DemoApplication running() {
        return Running.INSTANCE;
    }

    /** The address of the UI, with the closing slash. */
    String uiUrl() {
        return process.httpUrl() + "/";
    }

    int mqttPort() {
        return process.mqttPort();
    }

    /** A client signed in as the demo tenant's administrator. */
    ServiceClient service() {
        return ServiceClient.signIn(process.httpUrl(), USER, PASSWORD);
    }

    /** A client signed in as the system administrator. */
    ServiceClient system() {
        return ServiceClient.signIn(process.httpUrl(), SYSTEM_ADMINISTRATOR, PASSWORD);
    }

    /** Publishes telemetry as the device, over MQTT, and returns when it is acknowledged. */
    void publish(ServiceClient.Device device, String json) {
        try (MqttDevice client = new MqttDevice(process.mqttPort(), device.token())) {
            client.publish(MqttDevice.TELEMETRY, json);
        }
    }
}
