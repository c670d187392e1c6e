// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

import io.millrace.server.mainjob.TestCluster.Instance;
import io.millrace.server.rest.PushClient;
import io.millrace.server.rest.RestClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        RestClient caller = administratorOn(here());

        assertThat(caller.post(path + 20_000, "{\"a\":1}").expect(200).json())
                .isEqualTo(JsonMapper.shared().readTree("{\"seen\":1}"));
        assertThat(caller.post(path + 500, "{\"silent\":true}").expect(408).body())
                .isEqualTo("No rule chain answered the call within 500 ms");
    }

    @Test
    @Order(0)
    void everyInstanceAnswersForAll() {
        ServiceClient service = here().signIn();
        String chain = chain("/whole").save(service);
        String profile = ClusterProfiles.make(service, "Main", chain);
        List<ServiceClient.Device> devices =
                cluster().instances().stream()
                        .map(owner -> cluster().deviceOf(owner, service, profile))
                        .toList();
        for (ServiceClient.Device device : devices) {
            try (MqttDevice client = new MqttDevice(here().mqttPort(), device.token())) {
                for (int i = 0; i < SEVERAL; i++) {
                    client.publish(MqttDevice.TELEMETRY, "{\"n\":%d}".formatted(i));
                }
            }
        }

        RestClient first = administratorOn(here());
        List<RestClient> all =
                cluster().instances().stream()
                        .map(each -> new RestClient(each.process().httpUrl(), first.token()))
                        .toList();
        patiently()
                .untilAsserted(() -> {
                    Set<String> processing = new HashSet<>();
                    for (ServiceClient.Device device : devices) {
                        List<JsonNode> done = doneOn(first, device);
                        assertThat(done).hasSize(SEVERAL);
                        assertThat(all)
                                .allSatisfy(
                                        asked -> assertThat(doneOn(asked, device)).isEqualTo(done));
                        assertAllAnswer(
                                all,
                                "/api/messages/%s/path"
                                        .formatted(done.getFirst().get("messageId").asString()));
                        done.forEach(each -> processing.add(each.get("instance").asString()));
                    }
                    assertThat(processing).isEqualTo(names());
                    assertThat(namesIn(assertAllAnswer(all, "/api/ledger"))).isEqualTo(names());
                    JsonNode states =
                            assertAllAnswer(all, "/api/ruleChain/%s/nodes/state".formatted(chain));
                    assertThat(namesIn(states)).isEqualTo(names());
                    assertThat(states.get("instances").valueStream())
                            .allMatch(each -> each.get("version").equals(states.get("version")));
                });
    }

    @Test
    @Order(0)
    void eachInstanceKnowsTheOthers() {
        for (Instance instance : cluster().instances()) {
            Set<String> others = new HashSet<>(names());
            others.remove(instance.name());
            RestClient root =
                    new RestClient(instance.process().httpUrl(), null)
                            .signedIn("sysadmin@millrace.local", TestCluster.PASSWORD);
            patiently()
                    .untilAsserted(() ->
                            assertThat(
                                            root.get("/actuator/health")
                                                    .json()
                                                    .at("/components/peers/details")
                                                    .propertyNames())
                                    .containsExactlyInAnyOrderElementsOf(others));
            assertThat(instance.meters().value("millrace_peers_known")).isEqualTo(others.size());
        }
    }

    /** The telemetry of a device that has ended, as an instance lists it. */
    private static List<JsonNode> doneOn(RestClient asked, ServiceClient.Device device) {
        return whole(asked, "/api/messages/DEVICE/%s/paths?limit=100".formatted(device.id()))
                .valueStream()
                .filter(each -> each.get("type").asString().equals("POST_TELEMETRY_REQUEST"))
                .filter(each -> each.get("outcome").asString().equals("DONE"))
                .toList();
    }

    /** Asserts that the answer is the same whichever instance is asked, and returns it. */
    private static JsonNode assertAllAnswer(List<RestClient> all, String path) {
        JsonNode answer = whole(all.getFirst(), path);
        assertThat(all).allSatisfy(asked -> assertThat(whole(asked, path)).isEqualTo(answer));
        return answer;
    }

    /** The answer of all instances, from one of them. */
    private static JsonNode whole(RestClient asked, String path) {
        RestClient.Answer answer = asked.get(path).expect(200);
        assertThat(answer.header("Millrace-Unanswered")).isEmpty();
        return answer.json();
    }

    @Test
    @Order(0)
    void aValueThatIsWrittenOnOneInstanceReachesSubscribersOfTheOther() {
        RestClient writer = administratorOn(here());
        String device =
                writer.post("/api/device", Map.of("name", "Watched")).expect(200).text("/id/id");
        String values = "/api/plugins/telemetry/DEVICE/" + device;
        try (PushClient client = PushClient.signIn(administratorOn(there()))) {
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

    static RestClient administratorOn(Instance instance) {
        return new RestClient(instance.process().httpUrl(), null)
                .signedIn("tenant@millrace.local", TestCluster.PASSWORD);
    }

    private Set<String> names() {
        return cluster().instances().stream().map(Instance::name).collect(Collectors.toSet());
    }

    private static Set<String> namesIn(JsonNode answer) {
        return answer.get("instances")
                .valueStream()
                .map(each -> each.get("instance").asString())
                .collect(Collectors.toSet());
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
