// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

import io.millrace.server.mainjob.TestCluster.Instance;
import io.millrace.server.rest.PushClient;
import io.millrace.server.rest.RestClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is done at one instance counts at the others. */
abstract class ClusterChanges {

    private static final Duration PACE = Duration.ofMillis(50);
    private static final int SEVERAL = 3;

    abstract TestCluster cluster();

    abstract Witness witness();

    private Instance here() {
        return cluster().instance(0);
    }

    private Instance there() {
        return cluster().instance(1);
    }

    static ConditionFactory patiently() {
        return await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(100));
    }

    @Test
    @Order(0)
    void aChangedChainAndAnotherChainOfAProfileCountEverywhere() {
        ServiceClient service = here().signIn();
        String chain = chain("/before").save(service);
        JsonNode profile =
                service.post("/api/deviceProfile", ClusterProfiles.document("Main", chain));
        try (Fleet fleet = new Fleet(witness())) {
            fleet.add(
                            service,
                            profile.get("name").asString(),
                            MqttDevice.TELEMETRY,
                            12,
                            PACE,
                            cluster()::mqttPorts)
                    .awaitMoreOfEach(SEVERAL);
            assertThat(fleet.latestPaths()).containsExactly("/before");

            chain("/after").replace(service, chain);
            patiently()
                    .untilAsserted(() -> assertThat(fleet.latestPaths()).containsExactly("/after"));

            ClusterProfiles.setChain(service, (ObjectNode) profile, chain("/other").save(service));
            patiently()
                    .untilAsserted(() -> assertThat(fleet.latestPaths()).containsExactly("/other"));
            fleet.settle(there().signIn());
        }
    }

    private RuleChains chain(String path) {
        return RuleChains.witnessed(witness().url() + path, 0);
    }

    @Test
    @Order(0)
    void aDeviceWhoseTokenIsChangedElsewhereIsDisconnectedAndTheOldTokenRefused() {
        ServiceClient service = here().signIn();
        ServiceClient.Device device = service.createDevice("Renamed");
        try (MqttDevice connected = new MqttDevice(there().mqttPort(), device.token())) {
            String path = "/api/device/%s/credentials".formatted(device.id());
            ObjectNode credentials = (ObjectNode) service.get(path);
            service.post(
                    "/api/device/credentials", credentials.put("credentialsId", "another token"));

            patiently().until(() -> !connected.isConnected());
        }
        assertThatException()
                .isThrownBy(() -> new MqttDevice(there().mqttPort(), device.token()).close());
        try (MqttDevice again = new MqttDevice(there().mqttPort(), "another token")) {
            again.publish(MqttDevice.TELEMETRY, "{\"works\":true}");
        }
    }

    @Test
    @Order(0)
    void aQueueThatIsMadeOnOneInstanceIsReadByAll() {
        ObjectNode queue = JsonMapper.shared().createObjectNode().put("name", "Fresh");
        queue.putObject("submitStrategy").put("type", "BURST");
        queue.putObject("processingStrategy").put("type", "RETRY_FAILED").put("retries", 1);
        String topic =
                here().signIn("sysadmin@millrace.local")
                        .post("/api/queues?serviceType=TB-RULE-ENGINE", queue)
                        .get("topic")
                        .asString();
        ServiceClient service = here().signIn();
        String profile = ClusterProfiles.make(service, "Fresh", chain("/fresh").save(service));
        try (Fleet fleet = new Fleet(witness())) {
            fleet.add(
                            service,
                            profile,
                            MqttDevice.TELEMETRY,
                            4,
                            PACE,
                            () -> List.of(there().mqttPort()))
                    .awaitMoreOfEach(SEVERAL);
            fleet.settle(service);
        }
        patiently()
                .untilAsserted(() ->
                        assertThat(cluster().owners(topic))
                                .isEqualTo(
                                        cluster().instances().stream()
                                                .map(Instance::name)
                                                .collect(Collectors.toSet())));
    }

    @Test
    @Order(0)
    void aTenantThatIsDeletedOnOneInstanceIsGoneFromAll() {
        RestClient root =
                new RestClient(here().process().httpUrl(), null)
                        .signedIn("sysadmin@millrace.local", TestCluster.PASSWORD);
        String tenant =
                root.post("/api/tenant", Map.of("title", "Leaving")).expect(200).text("/id/id");
        RestClient user = administrator(root, tenant);
        ServiceClient service =
                ServiceClient.signIn(
                        there().process().httpUrl(), "leaving@example.com", TestCluster.PASSWORD);
        String token = service.createDevice("Of the leaving").token();
        user.get("/api/auth/user").expect(200);
        try (MqttDevice connected = new MqttDevice(there().mqttPort(), token)) {
            root.delete("/api/tenant/" + tenant).expect(200);

            patiently().until(() -> !connected.isConnected());
        }
        patiently()
                .untilAsserted(
                        () -> assertThat(user.get("/api/auth/user").status()).isEqualTo(401));
        assertThatException().isThrownBy(() -> new MqttDevice(there().mqttPort(), token).close());
    }

    @Test
    @Order(0)
    void aCallIsAnsweredWhereItWasMadeThoughAnotherInstanceRunsItsMessage() {
        ServiceClient service = here().signIn();
        String profile =
                ClusterProfiles.make(service, "Main", RuleChains.answering().save(service));
        String path =
                "/api/rule-engine/DEVICE/%s/"
                        .formatted(cluster().deviceOf(there(), service, profile).id());
        RestClient caller =
                new RestClient(here().process().httpUrl(), null)
                        .signedIn("tenant@millrace.local", TestCluster.PASSWORD);

        assertThat(caller.post(path + 20_000, "{\"a\":1}").expect(200).json())
                .isEqualTo(JsonMapper.shared().readTree("{\"seen\":1}"));
        assertThat(caller.post(path + 500, "{\"silent\":true}").expect(408).body())
                .isEqualTo("No rule chain answered the call within 500 ms");
    }

    @Test
    @Order(0)
    void aValueThatIsWrittenOnOneInstanceReachesSubscribersOfTheOther() {
        RestClient writer = tenantAdministrator(here());
        String device =
                writer.post("/api/device", Map.of("name", "Watched")).expect(200).text("/id/id");
        String values = "/api/plugins/telemetry/DEVICE/" + device;
        try (PushClient client = PushClient.signIn(tenantAdministrator(there()))) {
            client.command(PushClient.deviceCommand("TIMESERIES", 1, device));
            assertThat(client.values(1).isEmpty()).isTrue();
            client.command(
                    PushClient.deviceCommand("ATTRIBUTES", 2, device).put("scope", "SHARED_SCOPE"));
            assertThat(client.values(2).isEmpty()).isTrue();

            writer.post(values + "/timeseries/ANY", "{\"ts\":1000,\"values\":{\"t\":21.5}}")
                    .expect(200);
            assertThat(client.values(1).toString()).isEqualTo("{\"t\":[[1000,\"21.5\"]]}");
            writer.post(values + "/SHARED_SCOPE", "{\"a\":7}").expect(200);
            assertThat(client.values(2).at("/a/0/1").stringValue()).isEqualTo("7");
            writer.delete(values + "/SHARED_SCOPE?keys=a").expect(200);
            assertThat(client.values(2).toString()).isEqualTo("{\"a\":[[0,\"\"]]}");
        }
    }

    private static RestClient tenantAdministrator(Instance instance) {
        return new RestClient(instance.process().httpUrl(), null)
                .signedIn("tenant@millrace.local", TestCluster.PASSWORD);
    }

    /** Signed in on the other instance. */
    private RestClient administrator(RestClient root, String tenant) {
        JsonNode made =
                root.post(
                                "/api/user",
                                Map.of(
                                        "tenantId",
                                        Map.of("entityType", "TENANT", "id", tenant),
                                        "authority",
                                        "TENANT_ADMIN",
                                        "email",
                                        "leaving@example.com"))
                        .expect(200)
                        .json();
        String link =
                root.get("/api/user/%s/activationLink".formatted(made.at("/id/id").asString()))
                        .expect(200)
                        .body();
        root.withToken(null)
                .post(
                        "/api/noauth/activate",
                        Map.of(
                                "activateToken",
                                link.substring(link.indexOf('=') + 1),
                                "password",
                                TestCluster.PASSWORD))
                .expect(200);
        return new RestClient(there().process().httpUrl(), null)
                .signedIn("leaving@example.com", TestCluster.PASSWORD);
    }
}
