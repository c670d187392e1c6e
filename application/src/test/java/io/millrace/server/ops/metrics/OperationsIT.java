// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.platform.postgres.StoppableDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The health and metrics of the service, for operators. */
final class OperationsIT {

    private static final String PASSWORD = "a password for tests";

    @TempDir private Path directory;

    @Test
    void showsItsHealthAndItsMetersAndIsAliveButNotReadyWhileTheDatabaseIsAway() {
        try (StoppableDatabase database = new StoppableDatabase(directory.resolve("database"))) {
            Map<String, String> environment = new HashMap<>(database.environment());
            environment.put("MILLRACE_DEMO", "true");
            environment.put("MILLRACE_ADMIN_PASSWORD", PASSWORD);
            try (ApplicationProcess application =
                    ApplicationProcess.start(directory.resolve("data"), environment)) {
                publish(application);

                assertThat(get(application, "/actuator/health/liveness").statusCode())
                        .isEqualTo(200);
                assertThat(get(application, "/actuator/health/readiness").statusCode())
                        .isEqualTo(200);
                await().untilAsserted(() ->
                        assertThat(get(application, "/actuator/prometheus").body())
                                .contains(
                                        "millrace_ledger_taken_in_total{source=\"device\"} 1.0",
                                        "millrace_ledger_in_flight{place=\"running\"} 0.0",
                                        "millrace_queue_lanes 0.0",
                                        "millrace_scripts_waiting 0.0",
                                        "millrace_mqtt_sessions_total 1.0",
                                        "millrace_timeseries_rows_total{way=\"copied\"} 1.0",
                                        "millrace_storage_available 1.0",
                                        "millrace_mqtt_safe_seconds_bucket",
                                        "millrace_actors_live",
                                        "millrace_actors_waiting",
                                        "millrace_actors_mailbox_deepest",
                                        "millrace_actors_run_seconds_count",
                                        "millrace_nodes_time_seconds_count{type=\"action.save-timeseries\"} 1",
                                        "millrace_nodes_time_seconds_bucket{type=\"action.save-timeseries\",le=\"10.0\"} 1",
                                        "millrace_nodes_failures_total{type=\"action.save-timeseries\"} 0.0",
                                        "millrace_nodes_refused_total{reason=\"room\",type=\"action.save-timeseries\"} 0.0",
                                        "millrace_nodes_refused_total{reason=\"breaker\",type=\"action.save-timeseries\"} 0.0",
                                        "millrace_nodes_breakers_open 0.0",
                                        "millrace_storage_batch_items_sum{store=\"timeseries\"",
                                        "millrace_storage_commit_seconds_count{store=\"timeseries\"",
                                        "millrace_storage_waiting{store=\"dead-letters\"} 0.0",
                                        "millrace_storage_oldest_seconds{store=\"dead-letters\"} 0.0")
                                // The events of the device's connection are messages, too.
                                .containsPattern(
                                        "millrace_ledger_ended_total\\{outcome=\"done\"} [1-9]"));
                assertThat(get(application, "/actuator/prometheus").body())
                        .doesNotContainPattern("[0-9a-f]{8}-[0-9a-f]{4}-")
                        .doesNotContain("Demo Device", "tenant@millrace.local");

                database.stop();
                await().untilAsserted(() ->
                        assertThat(get(application, "/actuator/health/readiness").statusCode())
                                .isEqualTo(503));
                assertThat(get(application, "/actuator/health/liveness").statusCode())
                        .isEqualTo(200);

                database.start();
                await().untilAsserted(() ->
                        assertThat(get(application, "/actuator/health/readiness").statusCode())
                                .isEqualTo(200));
            }
        }
    }

    private static void publish(ApplicationProcess application) {
        ServiceClient.Device device =
                ServiceClient.signIn(application.httpUrl(), "tenant@millrace.local", PASSWORD)
                        .deviceByName("Demo Device");
        try (MqttDevice client = new MqttDevice(application.mqttPort(), device.token())) {
            client.publish(MqttDevice.TELEMETRY, "{\"temperature\":21.5}");
        }
    }

    private static HttpResponse<String> get(ApplicationProcess application, String path) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(application.httpUrl() + path))
                                    .timeout(Duration.ofSeconds(30))
                                    .build(),
                            BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(path, e);
        }
    }
}
