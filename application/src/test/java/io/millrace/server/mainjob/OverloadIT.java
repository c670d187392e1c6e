// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ten times the load that a chain sustains, in a heap of 512 MB. The chain calls a server that answers after a while,
 * ten calls at a time, so what it sustains is known and the machine is not what is measured. Some seconds; five
 * minutes with {@code -Psoak}.
 */
final class OverloadIT {

    private static final String PASSWORD = "a password for tests";
    private static final Duration TIME = Duration.ofSeconds(Long.getLong("overload.seconds", 8));
    private static final int CALLS_AT_ONCE = 10;
    private static final Duration CALL = Duration.ofMillis(25);

    /** Messages a second that the chain can do at most. */
    private static final int SUSTAINED = (int) (CALLS_AT_ONCE * 1_000 / CALL.toMillis());

    private static final int DEVICES = 20;

    @TempDir private Path directory;

    @Test
    void losesNothingStaysWithinItsBoundsAnswersPingsAndRecovers() throws IOException {
        try (DelayedServer server = new DelayedServer(CALL);
                ApplicationProcess application =
                        ApplicationProcess.start(
                                directory,
                                Map.of(
                                        "MILLRACE_ADMIN_PASSWORD",
                                        PASSWORD,
                                        "MILLRACE_DEMO",
                                        "true"))) {
            ServiceClient service =
                    ServiceClient.signIn(application.httpUrl(), "tenant@millrace.local", PASSWORD);
            Meters meters = new Meters(application.httpUrl());
            String profile =
                    service.createProfile(
                            "Calling",
                            RuleChains.callingAndSaving(server.url(), CALLS_AT_ONCE).save(service));
            List<NumberedReadings> fleet = new ArrayList<>();
            for (int i = 0; i < DEVICES; i++) {
                fleet.add(
                        NumberedReadings.paced(
                                service.createDevice("Loud " + i, profile),
                                application.mqttPort(),
                                10 * SUSTAINED / DEVICES));
            }
            ServiceClient.Device quiet = service.createDevice("Quiet");
            try (PingingDevice bystander =
                    new PingingDevice(application.mqttPort(), quiet.token())) {
                long end = System.nanoTime() + TIME.toNanos();
                while (System.nanoTime() < end) {
                    bystander.publishAndPing();
                    staysWithinItsBounds(meters);
                    assertThat(fleet).allMatch(NumberedReadings::isConnected);
                }
            }
            fleet.forEach(NumberedReadings::stop);
            long published = fleet.stream().mapToLong(NumberedReadings::countPublished).sum();
            assertThat(fleet.stream().mapToLong(NumberedReadings::countGivenUp).sum())
                    .as("given up for want of acknowledgements, while %d were published", published)
                    .isGreaterThan(4 * published);

            await().atMost(Duration.ofMinutes(5))
                    .until(() -> fleet.stream().allMatch(NumberedReadings::isAcknowledged));
            await().until(() -> meters.sum("millrace_ledger_in_flight") == 0);
            assertThat(meters.value("millrace_ledger_ended_total{outcome=\"dead_lettered\"}"))
                    .as("no message waited past the deadline")
                    .isZero();
            for (NumberedReadings readings : fleet) {
                assertThat(readings.missingFrom(service)).isEmpty();
                readings.close();
            }
            try (MqttDevice device = new MqttDevice(application.mqttPort(), quiet.token())) {
                device.publish(MqttDevice.TELEMETRY, "{\"recovered\":true}");
            }
        }
    }

    private static void staysWithinItsBounds(Meters meters) {
        assertThat(meters.value("millrace_queue_running"))
                .isLessThanOrEqualTo(meters.value("millrace_queue_running_max"));
        assertThat(meters.value("millrace_queue_waiting_bytes"))
                .isLessThanOrEqualTo(meters.value("millrace_queue_waiting_bytes_max"));
        assertThat(meters.sum("jvm_memory_used_bytes{area=\"heap\"")).isLessThan(512 * 1024 * 1024);
        assertThat(meters.sum("jvm_buffer_memory_used_bytes")).isLessThan(128 * 1024 * 1024);
    }
}
