// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.rest.RestClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Devices that are connected to one instance of a cluster, and users who are signed in to the other. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ConnectionsOfClusterIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir private static Path directory;
    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new TestCluster(directory);
        cluster.growTo(2);
        await().until(() -> knowsPeers(0, 1) && knowsPeers(1, 1));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static boolean knowsPeers(int instance, int count) {
        return http(instance)
                .get("/actuator/prometheus")
                .body()
                .contains("millrace_peers_known %d.0".formatted(count));
    }

    private static RestClient http(int instance) {
        return new RestClient(cluster.instance(instance).process().httpUrl(), null);
    }

    private static long rows(String device) {
        return rows(device, "true");
    }

    /** Connections that receive attributes and requests. */
    private static long receivers(String device) {
        return rows(device, "receives_attributes and receives_rpc");
    }

    private static long rows(String device, String condition) {
        return cluster.sql()
                .sql("select count(*) from device_connection where device_id = ? and " + condition)
                .param(UUID.fromString(device))
                .query(Long.class)
                .single();
    }

    @Test
    @Order(1)
    void aPollOnOneInstanceIsWokenByAWriteOnTheOther() {
        ServiceClient user = cluster.instance(1).signIn();
        ServiceClient.Device device = user.createDevice("Polls");
        CompletableFuture<RestClient.Answer> poll =
                CompletableFuture.supplyAsync(() ->
                        http(0).get(
                                        "/api/v1/%s/attributes/updates?timeout=25000"
                                                .formatted(device.token())));
        await().until(() -> rows(device.id()) == 1);

        user.post(
                "/api/plugins/telemetry/DEVICE/%s/attributes/SHARED_SCOPE".formatted(device.id()),
                JsonNodeFactory.instance.objectNode().put("limit", 5));

        assertThat(poll.join().expect(200).body()).isEqualTo("{\"limit\":5}");
        await().until(() -> rows(device.id()) == 0);
    }

    @Test
    @Order(2)
    void onlyInstancesMayCallEachOther() {
        String path = "/internal/device-connections";
        String body = "{\"messages\":[]}";
        RestClient user = http(0).signedIn("tenant@millrace.local", TestCluster.PASSWORD);

        http(0).post(path, body).expectError(401, 10);
        user.post(path, body).expectError(401, 10);
        user.withToken("x.y.z").post(path, body).expectError(401, 10);
        assertThat(http(0).get("/v3/api-docs").body()).doesNotContain("internal/");
    }

    @Test
    @Order(3)
    void aClientOfOneInstanceIsToldOfAttributesAndAnswersRequestsOfTheOther() {
        ServiceClient user = cluster.instance(1).signIn();
        ServiceClient.Device device = user.createDevice("Connected to the first");
        try (CommandedDevice client =
                new CommandedDevice(cluster.instance(0).mqttPort(), device.token())) {
            await().until(() -> receivers(device.id()) == 1);
            user.post(
                    "/api/plugins/telemetry/DEVICE/%s/attributes/SHARED_SCOPE"
                            .formatted(device.id()),
                    JsonNodeFactory.instance.objectNode().put("limit", 6));
            await().untilAsserted(
                            () -> assertThat(client.received()).containsExactly("{\"limit\":6}"));
            client.acknowledgeAndReply("none");

            CompletableFuture<JsonNode> answer =
                    CompletableFuture.supplyAsync(
                            () -> user.post("/api/rpc/twoway/" + device.id(), request("getLimit")));
            await().until(() -> client.received().size() == 2);
            client.acknowledgeAndReply("{\"limit\":6}");

            assertThat(client.received().getLast())
                    .isEqualTo("{\"method\":\"getLimit\",\"params\":{}}");
            assertThat(answer)
                    .succeedsWithin(LIMIT)
                    .isEqualTo(JsonNodeFactory.instance.objectNode().put("limit", 6));
        }
    }

    @Test
    @Order(4)
    void aWatchThatBeginsAtOneInstanceKeepsTheMessagesOfBothAndBothFindThem() {
        ServiceClient user = cluster.instance(1).signIn();
        List<ServiceClient.Device> devices =
                IntStream.range(0, 16).mapToObj(i -> user.createDevice("Watched " + i)).toList();
        devices.forEach(device ->
                user.post(
                        "/api/messages/watches",
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("entityType", "DEVICE")
                                .put("entityId", device.id())));

        // An instance learns of a watch soon, not at once.
        await().pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    devices.forEach(device ->
                            http(0).post(
                                            "/api/v1/%s/telemetry".formatted(device.token()),
                                            "{\"watched\":true}")
                                    .expect(200));
                    assertThat(watchedAtEachInstance()).hasSize(2);
                });

        for (int instance : new int[] {0, 1}) {
            ServiceClient reader = cluster.instance(instance).signIn();
            assertThat(watchedAtEachInstance())
                    .allSatisfy(device ->
                            assertThat(
                                            reader.get(
                                                            "/api/messages?limit=10&reason=WATCHED&entityType=DEVICE&entityId="
                                                                    + device)
                                                    .path("data"))
                                    .isNotEmpty());
        }
    }

    /** For each instance that has kept a watched message, a device whose message it was. */
    private static List<String> watchedAtEachInstance() {
        return cluster.sql()
                .sql(
                        """
                        select distinct on (instance) originator_id::text from kept_message
                         where message_type = 'POST_TELEMETRY_REQUEST' and 'WATCHED' = any(reasons)
                         order by instance
                        """)
                .query((row, _) -> row.getString(1))
                .list();
    }

    private static ObjectNode request(String method) {
        ObjectNode request =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("method", method)
                        .put("timeout", LIMIT.toMillis());
        request.putObject("params");
        return request;
    }

    /** The devices were connected to an instance that was killed. */
    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    final class AfterAKill {

        private ServiceClient user;
        private ServiceClient.Device silent;
        private ServiceClient.Device commanded;
        private String inFlight;
        private ServiceClient.Device hot;

        @BeforeAll
        void killTheInstance() {
            user = cluster.instance(0).signIn();
            silent = user.createDevice("Lost");
            commanded = user.createDevice("Commanded");
            int port = cluster.instance(1).mqttPort();
            MqttDevice lost =
                    new MqttDevice(
                            port, silent.token(), MqttDevice.TELEMETRY, "{\"online\":false}");
            CommandedDevice unanswering = new CommandedDevice(port, commanded.token());
            await().until(() -> rows(silent.id()) + receivers(commanded.id()) == 2);
            inFlight = persistentRequest("first");
            await().until(() -> unanswering.received().size() == 1);
            await().until(() -> status(inFlight).equals("SENT"));
            hot = heated();

            cluster.kill(1);

            await().until(() -> !lost.isConnected());
        }

        /** A device of the instance, with an alarm rule whose duration is running. */
        private ServiceClient.Device heated() {
            ObjectNode profile =
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("name", "Ovens")
                            .put("type", "DEFAULT");
            profile.putObject("profileData")
                    .set(
                            "alarms",
                            JsonMapper.shared()
                                    .readTree(
                                            """
                                            [{"id": "heat", "alarmType": "Heat", "createRules": {"CRITICAL": {"condition": {
                                              "spec": {"type": "DURATION", "unit": "SECONDS", "predicate": {"defaultValue": 10}},
                                              "condition": [{"key": {"type": "TIME_SERIES", "key": "t"},
                                                "predicate": {"type": "NUMERIC", "operation": "GREATER", "value": {"defaultValue": 30}}}]}}}}]
                                            """));
            user.post("/api/deviceProfile", profile);
            ServiceClient.Device device = cluster.deviceOf(cluster.instance(1), user, "Ovens");
            http(1).post("/api/v1/%s/telemetry".formatted(device.token()), "{\"t\":31}")
                    .expect(200);
            await().until(() ->
                    cluster.sql()
                                    .sql("select count(*) from rule_node_state where device_id = ?")
                                    .param(UUID.fromString(device.id()))
                                    .query(Long.class)
                                    .single()
                            == 1);
            return device;
        }

        private String persistentRequest(String method) {
            return user.post(
                            "/api/rpc/twoway/" + commanded.id(),
                            request(method).put("persistent", true))
                    .get("rpcId")
                    .asString();
        }

        private String status(String request) {
            return user.get("/api/rpc/persistent/" + request).get("status").asString();
        }

        @Test
        void theOtherReportsTheDisconnectOfItsDevices() {
            await().until(() -> rows(silent.id()) == 0);
            JsonNode attributes =
                    user.get(
                            "/api/plugins/telemetry/DEVICE/%s/values/attributes/SERVER_SCOPE?keys=lastDisconnectTime"
                                    .formatted(silent.id()));
            assertThat(attributes.size()).isEqualTo(1);
            await().untilAsserted(() ->
                    assertThat(
                                    user.get(
                                                    "/api/messages/DEVICE/%s/paths?limit=50"
                                                            .formatted(silent.id()))
                                            .toString())
                            .contains("DISCONNECT_EVENT"));
        }

        @Test
        void theOtherReachesTheDurationsOfItsDevices() {
            String alarms = "/api/alarm/DEVICE/%s?pageSize=10&page=0".formatted(hot.id());

            await().until(() -> user.get(alarms).path("data").size() == 1);
        }

        @Test
        void theOtherPublishesTheWillsOfItsDevices() {
            String values =
                    "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=online"
                            .formatted(silent.id());
            await().until(() -> user.get(values).at("/online/0/value").asString().equals("false"));
        }

        @Test
        void aPersistentRequestIsSentByTheOtherUntilItIsAnswered() {
            String queued = persistentRequest("second");
            int port = cluster.instance(0).mqttPort();
            try (CommandedDevice client = new CommandedDevice(port, commanded.token())) {
                await().untilAsserted(() ->
                        assertThat(client.received())
                                .anyMatch(text -> text.contains("first"))
                                .anyMatch(text -> text.contains("second")));
                client.acknowledgeAndReply("{\"ok\":true}");

                await().untilAsserted(() ->
                        assertThat(List.of(status(inFlight), status(queued)))
                                .containsOnly("SUCCESSFUL"));
            }
            try (CommandedDevice again = new CommandedDevice(port, commanded.token())) {
                persistentRequest("third");
                await().until(() -> !again.received().isEmpty());
                assertThat(again.received())
                        .containsExactly("{\"method\":\"third\",\"params\":{}}");
            }
        }
    }
}
