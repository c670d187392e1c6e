// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The service reports the path and the error of every message, and the outcomes of all messages. */
final class SaysWhyIT {

    private static final RestServer SERVER = RestServer.running();

    private final TenantId tenant = SERVER.newTenant();
    private final RestClient admin = SERVER.tenantAdministrator(tenant);
    private final ServiceClient service = SERVER.serviceClient(tenant);

    @Test
    void saysWhichWayAMessageWent() {
        ServiceClient.Device device = service.createDevice("Goes its way");
        publish(device, "{\"temperature\":21.5}");

        JsonNode latest = awaitPath(device, "POST_TELEMETRY_REQUEST");
        JsonNode path =
                admin.get("/api/messages/" + latest.get("messageId").asString() + "/path")
                        .expect(200)
                        .json();

        assertThat(path.get("deliveries")).hasSize(1);
        JsonNode delivery = path.at("/deliveries/0");
        assertThat(delivery.get("outcome").asString()).isEqualTo("DONE");
        assertThat(delivery.at("/originator/id").asString()).isEqualTo(device.id());
        assertThat(delivery.get("micros").asLong()).isPositive();
        assertThat(delivery.get("branches")).hasSize(1);
        assertThat(steps(delivery))
                .containsExactly(
                        "Device profile: Success",
                        "By message type: Post telemetry",
                        "Save time series: Success");
        JsonNode hop = delivery.at("/branches/0/0");
        assertThat(hop.get("ruleChainName").asString()).isEqualTo("Root Rule Chain");
        assertThat(hop.get("ruleChainVersion").asLong()).isOne();
    }

    @Test
    void saysOfAFailedMessageWhereItFailedAndWhy() {
        ServiceClient.Device device = service.createDevice("Fails");
        RuleChains chain = new RuleChains("Failing");
        chain.node(
                "filter.TbJsFilterNode",
                "Broken filter",
                "{\"scriptLang\":\"JS\",\"jsScript\":\"throw new Error('no such luck');\",\"tbelScript\":\"\"}");
        service.useProfile(device, "Failing profile", chain.save(service));
        publish(device, "{\"temperature\":1}");

        String message = awaitPath(device, "POST_TELEMETRY_REQUEST").get("messageId").asString();
        JsonNode delivery =
                admin.get("/api/messages/" + message + "/path")
                        .expect(200)
                        .json()
                        .at("/deliveries/0");

        assertThat(delivery.get("outcome").asString()).isEqualTo("DEAD_LETTERED");
        assertThat(delivery.at("/error/message").asString()).contains("no such luck");
        assertThat(delivery.at("/error/ruleNodeName").asString()).isEqualTo("Broken filter");
        assertThat(steps(delivery)).containsExactly("Broken filter: Failure");
    }

    @Test
    void saysOfAMessageInFlightWhichNodeHasIt() throws Exception {
        try (SlowServer slow = new SlowServer()) {
            ServiceClient.Device device = service.createDevice("Hangs");
            service.useProfile(
                    device, "Hanging profile", RuleChains.calling(slow.url()).save(service));
            publish(device, "{\"call\":1}");

            String message =
                    SERVER
                            .bean(JdbcClient.class)
                            .sql("select message from in_flight order by delivery_id")
                            .query((row, _) -> RuleMessageCodec.decode(row.getBytes(1)))
                            .stream()
                            .filter(found -> found.originator().id().toString().equals(device.id()))
                            .filter(found -> found.type().equals("POST_TELEMETRY_REQUEST"))
                            .map(found -> found.id().toString())
                            .findFirst()
                            .orElseThrow();
            JsonNode path = admin.get("/api/messages/" + message + "/path").expect(200).json();

            assertThat(path.get("deliveries")).isEmpty();
            JsonNode inFlight = path.at("/inFlight/0");
            assertThat(inFlight.get("place").asString()).isEqualTo("RUNNING");
            assertThat(inFlight.at("/at/0/ruleNodeName").asString()).isEqualTo("Slow server");
            assertThat(inFlight.at("/at/0/ruleChainName").asString()).isEqualTo("Calling");
            slow.answer();
        }
    }

    @Test
    void aSlowMessageIsKeptWithItsContents() throws Exception {
        try (SlowServer slow = new SlowServer()) {
            ServiceClient.Device device = service.createDevice("Slow");
            service.useProfile(
                    device, "Slow profile", RuleChains.calling(slow.url()).save(service));
            publish(device, "{\"call\":2}");
            // A message is slow from one second on.
            await().pollDelay(Duration.ofMillis(1_100)).until(() -> slow.hanging() > 0);
            slow.answer();

            JsonNode found =
                    await().until(
                                    () ->
                                            admin.get(
                                                            "/api/messages?reason=SLOW&type=POST_TELEMETRY_REQUEST&entityType=DEVICE&entityId="
                                                                    + device.id())
                                                    .expect(200)
                                                    .json()
                                                    .get("data"),
                                    data -> data.size() == 1)
                            .get(0);
            assertThat(found.get("micros").asLong()).isGreaterThan(1_000_000);
            assertThat(
                            admin.get(
                                            "/api/messages/"
                                                    + found.get("messageId").asString()
                                                    + "/path")
                                    .expect(200)
                                    .text("/deliveries/0/input/data"))
                    .isEqualTo("{\"call\":2}");
        }
    }

    @Test
    void saysNothingOfItToAnotherTenant() {
        ServiceClient.Device device = service.createDevice("Private");
        publish(device, "{\"a\":1}");
        String message = awaitPath(device, "POST_TELEMETRY_REQUEST").get("messageId").asString();

        SERVER.newTenantAdministrator()
                .get("/api/messages/" + message + "/path")
                .expectError(404, 32);
    }

    @Test
    void saysOfAnUnknownMessageThatNothingIsKnown() {
        admin.get("/api/messages/01890a5d-ac96-774b-bcce-b302099a8057/path").expectError(404, 32);
        admin.get("/api/messages/not-an-id/path").expect(400);
        ServiceClient.Device device = service.createDevice("Silent");
        admin.get("/api/messages/DEVICE/" + device.id() + "/paths?limit=0").expect(400);
    }

    @Test
    void theLedgerOfATenantBalancesAndNamesItsChains() {
        ServiceClient.Device device = service.createDevice("Counted");
        for (int i = 0; i < 10; i++) {
            publish(device, "{\"i\":%d}".formatted(i));
        }

        JsonNode ledger = admin.get("/api/ledger").expect(200).json();

        JsonNode total = ledger.get("total");
        assertThat(total.get("balanced").asBoolean()).isTrue();
        assertThat(total.at("/takenIn/DEVICE").asLong()).isEqualTo(10);
        assertThat(total.at("/takenIn/RULE_ENGINE").asLong())
                .as("life-cycle messages")
                .isPositive();
        assertThat(sum(total.get("takenIn")))
                .isEqualTo(sum(total.get("ended")) + sum(total.get("inFlight")));
        assertThat(ledger.get("chains").valueStream())
                .allMatch(line -> line.at("/tenantId/id").asString().equals(tenant.toString()));
    }

    @Test
    void theAdministratorOfTheInstallationSeesTheLedgerOfAllTenants() {
        publish(service.createDevice("Seen from above"), "{\"a\":1}");

        JsonNode ledger = SERVER.systemAdministrator().get("/api/ledger").expect(200).json();

        assertThat(ledger.at("/total/balanced").asBoolean()).isTrue();
        assertThat(
                        ledger.get("chains")
                                .valueStream()
                                .map(line -> line.at("/tenantId/id").asString()))
                .contains(tenant.toString());
    }

    @Test
    void theQueuesOfATenantShowTheirPoliciesAndItsOwnMessages() throws Exception {
        try (SlowServer slow = new SlowServer()) {
            ServiceClient.Device device = service.createDevice("Occupies Main");
            service.useProfile(
                    device, "Occupying profile", RuleChains.calling(slow.url()).save(service));
            publish(device, "{\"call\":1}");

            assertThat(mainQueue(admin).get("processing").asLong()).isPositive();
            assertThat(mainQueue(SERVER.newTenantAdministrator()).get("processing").asLong())
                    .as("another tenant's messages are not counted")
                    .isZero();
            assertThat(mainQueue(SERVER.systemAdministrator()).get("processing").asLong())
                    .isPositive();
            slow.answer();
        }
        await().untilAsserted(
                        () -> assertThat(mainQueue(admin).get("processing").asLong()).isZero());

        JsonNode states = admin.get("/api/queues/state").expect(200).json();
        assertThat(states.get("totalElements").asLong()).isGreaterThanOrEqualTo(3);
        assertThat(states.get("instances")).hasSize(1);
        assertThat(states.has("unanswered")).isFalse();
        JsonNode priority = queue(states, "HighPriority");
        assertThat(priority.get("tenantId").isNull()).isTrue();
        assertThat(priority.at("/submitStrategy/type").asString()).isEqualTo("BURST");
        assertThat(priority.at("/processingStrategy/type").asString())
                .isEqualTo("RETRY_FAILED_AND_TIMED_OUT");
        assertThat(priority.at("/processingStrategy/retries").asInt()).isEqualTo(5);
        assertThat(priority.get("waiting").asLong()).isZero();
        assertThat(priority.get("oldestWaitingMillis").asLong()).isZero();
        assertThat(priority.get("unread").isNull()).as("no log").isTrue();
        admin.get("/api/queues/state?pageSize=0").expectError(400, 31);
    }

    private static JsonNode mainQueue(RestClient client) {
        return queue(client.get("/api/queues/state").expect(200).json(), "Main");
    }

    private static JsonNode queue(JsonNode states, String name) {
        return states.get("data")
                .valueStream()
                .filter(state -> state.get("name").asString().equals(name))
                .findAny()
                .orElseThrow();
    }

    @Test
    void anInstanceSaysWhoItIsAndAnswersForItselfIfAskedTo() {
        ServiceClient.Device device = service.createDevice("On an instance");
        publish(device, "{\"a\":1}");
        String instance = awaitPath(device, "POST_TELEMETRY_REQUEST").get("instance").asString();
        String unknown = "/api/messages/01890a5d-ac96-774b-bcce-b302099a8057/path";

        RestClient.Answer ledger = ofInstance("/api/ledger", "instance").expect(200);

        assertThat(ledger.header("Millrace-Instance")).isEqualTo(instance);
        assertThat(ledger.json().get("instances")).hasSize(1);
        assertThat(ledger.text("/instances/0/instance")).isEqualTo(instance);
        assertThat(ledger.json().at("/instances/0/messages")).isEqualTo(ledger.json().get("total"));
        assertThat(ledger.json().has("unanswered")).isFalse();
        assertThat(admin.get("/api/ledger").header("Millrace-Instance")).isEmpty();
        assertThat(ofInstance(unknown, "instance").expect(200).json().get("deliveries")).isEmpty();
        ofInstance("/api/ledger", "everything").expectError(400, 31);
    }

    private RestClient.Answer ofInstance(String path, String scope) {
        return admin.send(
                admin.request(path)
                        .header("Authorization", "Bearer " + admin.token())
                        .header("Millrace-Scope", scope)
                        .build());
    }

    private static long sum(JsonNode figures) {
        return figures.valueStream().mapToLong(JsonNode::asLong).sum();
    }

    /** The latest way of a message of a type, once it has ended. */
    private JsonNode awaitPath(ServiceClient.Device device, String type) {
        return await().until(
                        () ->
                                admin.get("/api/messages/DEVICE/" + device.id() + "/paths?limit=50")
                                        .expect(200)
                                        .json()
                                        .valueStream()
                                        .filter(path -> path.get("type").asString().equals(type))
                                        .toList(),
                        found -> !found.isEmpty())
                .getFirst();
    }

    private static List<String> steps(JsonNode delivery) {
        Stream<JsonNode> hops = delivery.at("/branches/0").valueStream();
        return hops.map(hop ->
                        hop.get("ruleNodeName").asString() + ": " + hop.get("label").asString())
                .toList();
    }

    private static void publish(ServiceClient.Device device, String json) {
        try (MqttDevice client =
                new MqttDevice(SERVER.bean(MqttServer.class).port(), device.token())) {
            client.publish(MqttDevice.TELEMETRY, json);
        }
    }
}
