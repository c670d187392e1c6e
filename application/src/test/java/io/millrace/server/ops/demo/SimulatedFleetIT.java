// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.platform.postgres.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The real service with simulated devices: they run through the sample chain, and a second start changes nothing. */
final class SimulatedFleetIT {

    private static final String PASSWORD = "a password for tests";
    private static final int DEVICES = 4;

    private final TestDatabase.Coordinates database = TestDatabase.freshCoordinates();

    @TempDir private Path directory;

    private ApplicationProcess start() {
        return ApplicationProcess.start(
                directory,
                Map.of(
                        "SPRING_DATASOURCE_URL", database.url(),
                        "SPRING_DATASOURCE_USERNAME", database.username(),
                        "SPRING_DATASOURCE_PASSWORD", database.password(),
                        "MILLRACE_DEMO", "true",
                        "MILLRACE_DEMO_DEVICES", Integer.toString(DEVICES),
                        "MILLRACE_ADMIN_PASSWORD", PASSWORD));
    }

    private static ServiceClient signIn(ApplicationProcess process) {
        return ServiceClient.signIn(process.httpUrl(), "tenant@millrace.local", PASSWORD);
    }

    @Test
    void thermostatsPassEveryNodeAndASecondStartLeavesWhatUsersHaveChanged() {
        String first;
        try (ApplicationProcess process = start()) {
            ServiceClient service = signIn(process);
            first = service.deviceByName("Thermostat 1").id();

            messagesPassEveryNode(service);
            String thermostat = first;
            await().untilAsserted(() -> latestValuesComeFromTheChain(service, thermostat));
            nothingFailed(service);

            renameChain(service);
            service.post(
                    "/api/plugins/telemetry/DEVICE/%s/attributes/SERVER_SCOPE".formatted(first),
                    json("{\"targetTemperature\":99}"));
            process.stop();
        }
        try (ApplicationProcess process = start()) {
            ServiceClient service = signIn(process);

            messagesPassEveryNode(service);

            assertThat(names(service, "/api/ruleChains"))
                    .containsExactlyInAnyOrder("Root Rule Chain", "Renamed by a user");
            assertThat(names(service, "/api/deviceProfiles"))
                    .containsExactlyInAnyOrder("default", "Thermostat");
            assertThat(names(service, "/api/tenant/devices")).hasSize(DEVICES + 1);
            assertThat(
                            service.get(
                                            "/api/plugins/telemetry/DEVICE/%s/values/attributes/SERVER_SCOPE?keys=targetTemperature"
                                                    .formatted(first))
                                    .at("/0/value"))
                    .isEqualTo(json("99"));
            String thermostat = first;
            await().untilAsserted(() ->
                    assertThat(deviceLabels(service, thermostat, "Too warm?"))
                            .containsOnly("False"));
            nothingFailed(service);
        }
    }

    private static void messagesPassEveryNode(ServiceClient service) {
        await().untilAsserted(() -> {
            assertThat(labels(service, "Too warm?")).containsOnly("True", "False");
            assertThat(labels(service, "Has a temperature?")).containsOnly("True", "False");
            assertThat(
                            Stream.of(
                                    "Add Fahrenheit",
                                    "Get target temperature",
                                    "Heating on",
                                    "Heating off",
                                    "Save time series",
                                    "Save client attributes"))
                    .allSatisfy(node -> assertThat(labels(service, node)).containsOnly("Success"));
        });
    }

    /** The labels by which messages of all thermostats have left a node. */
    private static Set<String> labels(ServiceClient service, String node) {
        return IntStream.rangeClosed(1, DEVICES)
                .mapToObj(number -> service.deviceByName("Thermostat " + number).id())
                .flatMap(device -> deviceLabels(service, device, node).stream())
                .collect(Collectors.toSet());
    }

    private static Set<String> deviceLabels(ServiceClient service, String device, String node) {
        return service.get("/api/messages/DEVICE/" + device + "/paths?limit=100")
                .valueStream()
                .flatMap(path -> path.get("branches").valueStream())
                .flatMap(JsonNode::valueStream)
                .filter(hop -> hop.get("ruleNodeName").asString().equals(node))
                .map(hop -> hop.get("label").asString())
                .collect(Collectors.toSet());
    }

    private static void latestValuesComeFromTheChain(ServiceClient service, String device) {
        JsonNode latest =
                service.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?useStrictDataTypes=true"
                                .formatted(device));

        assertThat(latest.at("/heating/0/value").isBoolean()).isTrue();
        double celsius = latest.at("/temperature/0/value").doubleValue();
        assertThat(latest.at("/temperatureF/0/value").doubleValue())
                .isBetween(celsius * 1.8 + 30, celsius * 1.8 + 34);
        assertThat(latest.at("/humidity/0/value").isIntegralNumber()).isTrue();
        assertThat(latest.at("/battery/0/value").doubleValue()).isBetween(0.0, 100.0);
        assertThat(latest.has("ss_targetTemperature")).isFalse();
    }

    private static void nothingFailed(ServiceClient service) {
        assertThat(service.get("/api/deadLetters?pageSize=10&page=0").get("totalElements").asLong())
                .isZero();
        JsonNode total = service.get("/api/ledger").get("total");
        assertThat(total.get("balanced").asBoolean()).isTrue();
        assertThat(total.at("/ended/DEAD_LETTERED").asLong()).isZero();
    }

    private static void renameChain(ServiceClient service) {
        ObjectNode chain =
                service.get("/api/ruleChains?pageSize=10&page=0&textSearch=Thermostat")
                        .at("/data/0")
                        .asObject();
        service.post("/api/ruleChain", chain.put("name", "Renamed by a user"));
    }

    private static List<String> names(ServiceClient service, String path) {
        return service.get(path + "?pageSize=100&page=0")
                .get("data")
                .valueStream()
                .map(each -> each.get("name").asString())
                .toList();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
