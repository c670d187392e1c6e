// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.mainjob.ServiceClient.Device;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Failed and watched messages over REST, with the real queue and database. */
final class KeptMessagesIT {

    private static final RestServer SERVER = RestServer.running();
    private static final String BROKEN =
            """
            {"scriptLang":"JS","tbelScript":"","jsScript":"if (msgType === 'POST_TELEMETRY_REQUEST') { throw new Error('no such luck'); } return true;"}
            """;

    private final TenantId tenant = SERVER.newTenant();
    private final RestClient admin = SERVER.tenantAdministrator(tenant);
    private final ServiceClient service = SERVER.serviceClient(tenant);
    private final Device device = service.createDevice("Thermostat");

    private static void publish(Device from, String json) {
        try (MqttDevice client =
                new MqttDevice(SERVER.bean(MqttServer.class).port(), from.token())) {
            client.publish(MqttDevice.TELEMETRY, json);
        }
    }

    private String failingChain() {
        RuleChains chain = new RuleChains("Failing");
        int rename =
                chain.node(
                        "transform.TbRenameKeysNode",
                        "Rename",
                        "{\"renameIn\":\"DATA\",\"renameKeysMapping\":{\"temperature\":\"celsius\"}}");
        int broken = chain.node("filter.TbJsFilterNode", "Broken", BROKEN);
        return chain.connect(rename, "Success", broken).save(service);
    }

    private List<JsonNode> search(String query) {
        return admin.get("/api/messages?" + query)
                .expect(200)
                .json()
                .get("data")
                .valueStream()
                .toList();
    }

    private JsonNode awaitKept(String query) {
        return await().until(() -> search(query), found -> !found.isEmpty()).getFirst();
    }

    private String ofDevice() {
        return "entityType=DEVICE&entityId=" + device.id() + "&type=POST_TELEMETRY_REQUEST";
    }

    private JsonNode metadata(String chain) {
        return admin.get("/api/ruleChain/" + chain + "/metadata").expect(200).json();
    }

    private String node(String chain, String name) {
        return metadata(chain)
                .get("nodes")
                .valueStream()
                .filter(node -> node.get("name").asString().equals(name))
                .findAny()
                .orElseThrow()
                .at("/id/id")
                .asString();
    }

    @Test
    void aFailedMessageIsFoundByWhatIsKnownOfItWithTheContentsBeforeAndAfterEachNode() {
        String chain = failingChain();
        String broken = node(chain, "Broken");
        service.useProfile(device, "Failing profile", chain);
        publish(device, "{\"temperature\":21.5}");

        JsonNode found = awaitKept("reason=FAILED&" + ofDevice());

        long ended = found.get("endedTs").asLong();
        String message = found.get("messageId").asString();
        assertThat(found.get("reasons").toString())
                .as("on a busy machine it is slow, too")
                .startsWith("[\"FAILED\"");
        for (String query :
                List.of(
                        "messageId=" + message,
                        "ruleNodeId=" + broken + "&type=POST_TELEMETRY_REQUEST",
                        "ruleChainId=" + chain + "&type=POST_TELEMETRY_REQUEST",
                        "outcome=DEAD_LETTERED",
                        "startTime=%d&endTime=%d&outcome=DEAD_LETTERED".formatted(ended, ended),
                        "before=%d&outcome=DEAD_LETTERED".formatted(ended + 1))) {
            assertThat(search(query)).as(query).singleElement().isEqualTo(found);
        }
        assertThat(search("outcome=DONE&messageId=" + message)).isEmpty();
        assertThat(search("before=%d&messageId=%s".formatted(ended, message))).isEmpty();

        JsonNode path =
                admin.get("/api/messages/" + message + "/path")
                        .expect(200)
                        .json()
                        .at("/deliveries/0");
        assertThat(path.get("id")).isEqualTo(found.get("id"));
        assertThat(path.at("/input/data").asString()).isEqualTo("{\"temperature\":21.5}");
        assertThat(path.at("/input/metadata/deviceName").asString()).isEqualTo("Thermostat");
        JsonNode rename = path.at("/branches/0/0");
        assertThat(rename.get("ruleNodeName").asString()).isEqualTo("Rename");
        assertThat(rename.at("/output/data").asString()).isEqualTo("{\"celsius\":21.5}");
        assertThat(rename.get("unchanged").asBoolean()).isFalse();
        JsonNode failed = path.at("/branches/0/1");
        assertThat(failed.get("label").asString()).isEqualTo("Failure");
        assertThat(failed.get("error").asString()).contains("no such luck");
        assertThat(failed.get("unchanged").asBoolean()).isTrue();
        assertThat(failed.get("output").isNull()).isTrue();
        assertThat(path.at("/error/ruleNodeName").asString()).isEqualTo("Broken");
    }

    @Test
    void itsVisitsToANodeAreDebugEventsOfTheNode() {
        String chain = failingChain();
        String broken = node(chain, "Broken");
        service.useProfile(device, "Failing profile", chain);
        publish(device, "{\"temperature\":21.5}");
        String message = awaitKept("reason=FAILED&" + ofDevice()).get("messageId").asString();
        String events = "/api/events/RULE_NODE/" + broken;

        List<JsonNode> page =
                admin.get(
                                events
                                        + "/debug_rule_node?pageSize=10&page=0&sortProperty=createdTime&sortOrder=DESC&tenantId="
                                        + tenant)
                        .expect(200)
                        .json()
                        .get("data")
                        .valueStream()
                        // Other messages of the device are kept if they are slow.
                        .filter(event -> event.at("/body/msgId").asString().equals(message))
                        .toList();

        assertThat(page).hasSize(2);
        JsonNode out = page.getFirst();
        assertThat(out.get("type").asString()).isEqualTo("DEBUG_RULE_NODE");
        assertThat(out.at("/entityId/entityType").asString()).isEqualTo("RULE_NODE");
        assertThat(out.get("uid").asString()).isEqualTo(out.at("/id/id").asString());
        assertThat(out.at("/body/type").asString()).isEqualTo("OUT");
        assertThat(out.at("/body/relationType").asString()).isEqualTo("Failure");
        assertThat(out.at("/body/error").asString()).contains("no such luck");
        JsonNode in = page.getLast().get("body");
        assertThat(in.get("type").asString()).isEqualTo("IN");
        assertThat(in.get("relationType").asString()).isEqualTo("Success");
        assertThat(in.get("msgId").asString()).isEqualTo(message);
        assertThat(in.get("entityId").asString()).isEqualTo(device.id());
        assertThat(in.get("data").asString()).isEqualTo("{\"celsius\":21.5}");
        assertThat(in.get("metadata").asString()).contains("\"deviceName\":\"Thermostat\"");
        assertThat(in.has("error")).isFalse();
        assertThat(admin.get("/api/ruleNode/" + broken + "/debugIn").expect(200).text("/type"))
                .isEqualTo("IN");

        assertThat(filtered(events, Map.of("msgDirectionType", "IN", "dataSearch", "CELSIUS")))
                .hasSize(1);
        assertThat(filtered(events, Map.of("isError", true, "errorStr", "such luck"))).hasSize(1);
        assertThat(filtered(events, Map.of("dataSearch", "fahrenheit"))).isEmpty();
        assertThat(filtered(events, Map.of("msgId", message, "relationType", "Succ"))).hasSize(1);

        admin.post(events + "/clear", Map.of("eventType", "DEBUG_RULE_NODE")).expect(200);

        assertThat(filtered(events, Map.of("msgId", message))).isEmpty();
        assertThat(search("reason=FAILED&ruleNodeId=" + broken)).as("the message stays").hasSize(1);
    }

    private List<JsonNode> filtered(String events, Map<String, Object> filter) {
        ObjectNode body = RestClient.object().put("eventType", "DEBUG_RULE_NODE");
        filter.forEach((name, value) -> body.putPOJO(name, value));
        return admin.post(events + "?pageSize=10&page=0", body)
                .expect(200)
                .json()
                .get("data")
                .valueStream()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ERROR", "LC_EVENT", "stats", "DEBUG_CALCULATED_FIELD", "DEBUG_RULE_CHAIN"})
    void listsOfOtherEventsAreEmpty(String type) {
        String events = "/api/events/DEVICE/" + device.id() + "/";

        assertThat(
                        admin.get(events + type + "?pageSize=10&page=0")
                                .expect(200)
                                .json()
                                .get("totalElements")
                                .asLong())
                .isZero();
        admin.get(events + "SOMETHING?pageSize=10&page=0").expectError(400, 31);
    }

    @Test
    void theMessagesOfAWatchedDeviceAreKeptUntilTheWatchIsEnded() {
        long before = System.currentTimeMillis();
        JsonNode watch =
                admin.post(
                                "/api/messages/watches",
                                Map.of("entityType", "DEVICE", "entityId", device.id()))
                        .expect(200)
                        .json();
        assertThat(watch.get("until").asLong() - before).isBetween(890_000L, 960_000L);
        publish(device, "{\"temperature\":1}");
        JsonNode kept = awaitKept("reason=WATCHED&" + ofDevice());
        JsonNode path =
                admin.get("/api/messages/" + kept.get("messageId").asString() + "/path")
                        .expect(200)
                        .json();
        assertThat(path.at("/deliveries/0/input/data").asString()).isEqualTo("{\"temperature\":1}");
        assertThat(path.at("/deliveries/0/branches/0/0/unchanged").isNull()).isFalse();
        assertThat(admin.get("/api/messages/watches").expect(200).json()).hasSize(1);

        String address = "/api/messages/watches/DEVICE/" + device.id();
        admin.delete(address).expect(200);
        admin.delete(address).expectError(404, 32);

        // A message that takes longer than a second on a busy machine is kept as slow.
        JsonNode later =
                await().until(
                                () -> {
                                    publish(device, "{\"temperature\":2}");
                                    return search(ofDevice()).getFirst();
                                },
                                found -> found.get("reasons").isEmpty());
        assertThat(later.get("id").isNull()).as("only in memory").isTrue();
        assertThat(search("reason=WATCHED&" + ofDevice())).hasSize(1);
    }

    @Test
    void debugSettingsOfASavedNodeWatchItUntilASaveEndsThem() {
        RuleChains plain = new RuleChains("Debugged");
        plain.node(
                "transform.TbRenameKeysNode",
                "Rename",
                "{\"renameIn\":\"DATA\",\"renameKeysMapping\":{\"a\":\"b\"}}");
        String chain = plain.save(service);
        service.useProfile(device, "Debugged profile", chain);
        ObjectNode graph = (ObjectNode) metadata(chain);
        ((ObjectNode) graph.at("/nodes/0"))
                .putObject("debugSettings")
                .put("failuresEnabled", true)
                .put("allEnabled", true);

        JsonNode saved = admin.post("/api/ruleChain/metadata", graph).expect(200).json();

        assertThat(saved.at("/nodes/0/debugSettings/allEnabled").asBoolean()).isFalse();
        long until = saved.at("/nodes/0/debugSettings/allEnabledUntil").asLong();
        assertThat(until - System.currentTimeMillis()).isBetween(800_000L, 900_000L);
        JsonNode watch = admin.get("/api/messages/watches").expect(200).json().get(0);
        assertThat(watch.at("/entityId/id").asString()).isEqualTo(node(chain, "Rename"));
        assertThat(watch.get("bySave").asBoolean()).isTrue();
        assertThat(watch.get("until").asLong()).isEqualTo(until);
        await().until(() -> {
            publish(device, "{\"a\":1}");
            return !search("reason=WATCHED&ruleNodeId=" + node(chain, "Rename")).isEmpty();
        });

        ObjectNode off = (ObjectNode) metadata(chain);
        ((ObjectNode) off.at("/nodes/0")).putNull("debugSettings");
        JsonNode ended = admin.post("/api/ruleChain/metadata", off).expect(200).json();

        assertThat(ended.at("/nodes/0/debugSettings").isNull()).isTrue();
        assertThat(admin.get("/api/messages/watches").expect(200).json()).isEmpty();
    }

    @Test
    void requestsThatNameNothingOrTooMuchAreRefused() {
        admin.get("/api/messages?limit=0").expectError(400, 31);
        admin.get("/api/messages?limit=201").expectError(400, 31);
        admin.get("/api/messages?entityType=DEVICE").expectError(400, 31);
        admin.get("/api/messages?reason=BORED").expect(400);
        admin.post("/api/messages/watches", Map.of("entityType", "DEVICE")).expectError(400, 31);
        JsonNode answer = admin.get("/api/messages").expect(200).json();
        assertThat(answer.at("/notKept/count").asLong()).isZero();
        assertThat(answer.at("/notKept/since").asLong()).isPositive();
    }
}
