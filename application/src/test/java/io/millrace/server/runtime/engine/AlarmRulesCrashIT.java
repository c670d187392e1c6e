// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.mainjob.ServiceClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A duration of an alarm rule in a service that is killed with its database. */
final class AlarmRulesCrashIT {

    private static final String USER = "tenant@millrace.local";
    private static final String PASSWORD = "a password for tests";
    private static final Map<String, String> ENVIRONMENT =
            Map.of("MILLRACE_ADMIN_PASSWORD", PASSWORD, "MILLRACE_DEMO", "true");
    private static final int SECONDS = 10;

    @TempDir private Path directory;

    @Test
    void aDurationGoesOnAfterTheRestartWithoutAMessage() {
        ServiceClient.Device device;
        Instant began;
        try (ApplicationProcess killed = ApplicationProcess.start(directory, ENVIRONMENT)) {
            ServiceClient user = signIn(killed);
            device = ovenOf(user);
            began = Instant.now();
            user.post(
                    "/api/v1/%s/telemetry".formatted(device.token()),
                    JsonMapper.shared().readTree("{\"t\":31}"));
            await().during(Duration.ofSeconds(3)).until(() -> alarms(user, device).isEmpty());

            killed.killWithPostgres();
        }
        try (ApplicationProcess restarted = ApplicationProcess.start(directory, ENVIRONMENT)) {
            ServiceClient user = signIn(restarted);

            await().until(() -> alarms(user, device).size() == 1);

            JsonNode alarm = alarms(user, device).get(0);
            assertThat(alarm.path("type").asString("")).isEqualTo("Heat");
            assertThat(Instant.ofEpochMilli(alarm.path("createdTime").longValue()))
                    .as("not before the duration was reached")
                    .isAfter(began.plusSeconds(SECONDS));
        }
    }

    private static ServiceClient signIn(ApplicationProcess application) {
        return ServiceClient.signIn(application.httpUrl(), USER, PASSWORD);
    }

    private static ServiceClient.Device ovenOf(ServiceClient user) {
        ObjectNode profile =
                JsonMapper.shared()
                        .createObjectNode()
                        .put("name", "Ovens")
                        .put("type", "DEFAULT")
                        .put("transportType", "DEFAULT");
        profile.putObject("profileData")
                .set(
                        "alarms",
                        JsonMapper.shared()
                                .readTree(AlarmRulesIT.rules(AlarmRulesIT.lasting(SECONDS))));
        user.post("/api/deviceProfile", profile);
        return user.createDevice("Oven", "Ovens");
    }

    private static JsonNode alarms(ServiceClient user, ServiceClient.Device device) {
        return user.get("/api/alarm/DEVICE/%s?pageSize=10&page=0".formatted(device.id()))
                .path("data");
    }
}
