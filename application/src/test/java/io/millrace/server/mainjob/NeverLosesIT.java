// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was acknowledged is there, however the service ends: what was stored, and what was still under way. Each test
 * leaves to the next the service that it has started again.
 */
final class NeverLosesIT {

    private static final String PASSWORD = "a password for tests";
    private static final Map<String, String> ENVIRONMENT =
            Map.of("MILLRACE_ADMIN_PASSWORD", PASSWORD, "MILLRACE_DEMO", "true");

    @TempDir private static Path directory;
    private static ApplicationProcess application;

    @BeforeAll
    static void start() {
        application = ApplicationProcess.start(directory, ENVIRONMENT);
    }

    /** A test that has failed may have left it dead. */
    @BeforeEach
    void isRunning() {
        if (!application.isAlive()) {
            start();
        }
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void keepsWhatWasAcknowledgedWhenServerAndDatabaseAreKilled() throws Exception {
        keepsWhatWasAcknowledgedOver(ApplicationProcess::killWithPostgres);
    }

    @Test
    @Tag("soak")
    void keepsWhatWasAcknowledgedAndNoticesSilenceWhenTheServerAloneIsKilled() throws Exception {
        try (SlowServer told = new SlowServer(_ -> false)) {
            List<ServiceClient.Device> silent = new ArrayList<>();
            keepsWhatWasAcknowledgedOver(killed -> {
                silent.add(deviceThatPublishesOnce(told));
                killed.kill();
                assertThat(killed.postgres()).isPresent();
                assertThat(told.bodies()).isEmpty();
            });
            assertThat(application.standardOutput()).contains("that a killed process left running");

            await().until(() -> !isActive(silent.getFirst()));
            await().untilAsserted(() ->
                    assertThat(told.bodies())
                            .singleElement()
                            .asString()
                            .contains("\"active\":false"));
        }
    }

    /** Returns when the device is stored as active; its connection has ended then. */
    private static ServiceClient.Device deviceThatPublishesOnce(SlowServer told) {
        ServiceClient service = signIn();
        ServiceClient.Device device = service.createDevice("Silent");
        service.useProfile(
                device,
                "Tells of inactivity",
                RuleChains.callingOfInactivity(told.url()).save(service));
        service.post(
                "/api/plugins/telemetry/DEVICE/%s/SERVER_SCOPE".formatted(device.id()),
                JsonMapper.shared().createObjectNode().put("inactivityTimeout", 10_000));
        try (MqttDevice client = new MqttDevice(application.mqttPort(), device.token())) {
            client.publish(MqttDevice.TELEMETRY, "{\"t\":1}");
        }
        await().until(() -> isActive(device));
        return device;
    }

    private static boolean isActive(ServiceClient.Device device) {
        return signIn().get(
                        "/api/plugins/telemetry/DEVICE/%s/values/attributes/SERVER_SCOPE?keys=active"
                                .formatted(device.id()))
                .at("/0/value")
                .asBoolean(false);
    }

    @Test
    @Tag("soak")
    void keepsWhatHasNotEndedUntilAStopWouldWaitNoLonger() throws Exception {
        keepsWhatWasAcknowledgedOver(ending -> {
            ending.stop();
            assertThat(ending.standardOutput())
                    .contains("unfinished messages; the next start delivers them");
        });
    }

    private static void keepsWhatWasAcknowledgedOver(Consumer<ApplicationProcess> end)
            throws Exception {
        try (SlowServer slow = new SlowServer()) {
            ReadingFleet fleet = new ReadingFleet(signIn(), application.mqttPort());
            fleet.awaitAcknowledged(500);
            publishWhatCalls(slow);
            end.accept(application);
            fleet.stop();
            int before = calls(slow);
            slow.answer();

            start();
            ServiceClient restarted = signIn();
            await().untilAsserted(() -> fleet.assertAllAreIn(restarted));
            await().until(() -> calls(slow) == before + 1);
            assertThat(application.standardOutput()).contains("delivering");
        }
    }

    /** Returns when a message is acknowledged whose call is under way. */
    private static void publishWhatCalls(SlowServer slow) {
        ServiceClient service = signIn();
        ServiceClient.Device device = service.createDevice("Calls " + slow.url());
        service.useProfile(
                device, "Calling " + slow.url(), RuleChains.calling(slow.url()).save(service));
        try (MqttDevice client = new MqttDevice(application.mqttPort(), device.token())) {
            client.publish(MqttDevice.TELEMETRY, "{\"call\":1}");
        }
        await().until(() -> slow.hanging() > 0);
    }

    private static ServiceClient signIn() {
        return ServiceClient.signIn(application.httpUrl(), "tenant@millrace.local", PASSWORD);
    }

    private static int calls(SlowServer slow) {
        return Collections.frequency(slow.bodies(), "{\"call\":1}");
    }
}
