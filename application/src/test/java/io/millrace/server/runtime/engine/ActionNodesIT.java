// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static io.millrace.server.chains.rulechain.ChainClient.call;
import static io.millrace.server.chains.rulechain.ChainClient.connection;
import static io.millrace.server.chains.rulechain.ChainClient.graph;
import static io.millrace.server.chains.rulechain.ChainClient.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Saved chains with action nodes, through which the telemetry of a device goes; their effects are read over REST. */
class ActionNodesIT {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final ChainClient chains = new ChainClient(admin);
    private final JsonNode device = add("device", "Tracker");
    private final String token =
            admin.get("/api/device/%s/credentials".formatted(id(device)))
                    .expect(200)
                    .text("/credentialsId");

    private JsonNode add(String kind, String name) {
        return admin.post("/api/" + kind, Map.of("name", name, "title", name)).expect(200).json();
    }

    @AfterEach
    void noMessageHasFailed() {
        assertThat(admin.get("/api/deadLetters?pageSize=10&page=0").expect(200).json().path("data"))
                .isEmpty();
    }

    /** A node with the configuration that the editor gives to a new one, and these changes. */
    private ObjectNode node(String type, String changes) {
        JsonNode component = admin.get("/api/component/" + type).expect(200).json();
        ObjectNode node =
                ChainClient.node(type, type)
                        .put(
                                "configurationVersion",
                                component.path("configurationVersion").intValue());
        node.putObject("configuration")
                .setAll(
                        (ObjectNode)
                                component.at(
                                        "/configurationDescriptor/nodeDefinition/defaultConfiguration"))
                .setAll((ObjectNode) JSON.readTree(changes));
        return node;
    }

    private ObjectNode script(String body) {
        ObjectNode script = node("transform.script", "{}");
        ((ObjectNode) script.path("configuration")).put("tbelScript", body);
        return script;
    }

    private ObjectNode saveTimeseries() {
        return node("action.save-timeseries", "{}");
    }

    private void save(String chain, List<ObjectNode> nodes, List<?> connections) {
        chains.save(graph(chain, nodes, connections)).expect(200);
    }

    /** Lets telemetry, and no other message, pass through the nodes, each of which follows the one before by Success. */
    private void passTelemetryThrough(ObjectNode... nodes) {
        passTelemetryThrough(List.of(nodes), List.of());
    }

    /**
     * Lets telemetry pass through the nodes.
     *
     * @param connections from node to node, where the filter that takes the telemetry is 0; empty: each follows the one
     *     before by Success
     */
    private void passTelemetryThrough(List<ObjectNode> nodes, List<?> connections) {
        List<ObjectNode> all = new ArrayList<>();
        all.add(node("filter.message-type", "{\"messageTypes\": [\"POST_TELEMETRY_REQUEST\"]}"));
        all.addAll(nodes);
        Stream<?> others =
                connections.isEmpty()
                        ? IntStream.range(1, nodes.size())
                                .mapToObj(i -> connection(i, i + 1, "Success"))
                        : connections.stream();
        save(
                id(chains.root()),
                all,
                Stream.concat(Stream.of(connection(0, 1, "True")), others).toList());
    }

    private void send(String json) {
        admin.post("/api/v1/%s/telemetry".formatted(token), json).expect(200);
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().untilAsserted(assertion);
    }

    private static String telemetry(JsonNode entity, String rest) {
        return "/api/plugins/telemetry/%s/%s/%s"
                .formatted(entity.at("/id/entityType").stringValue(), id(entity), rest);
    }

    private JsonNode latest(JsonNode entity, String key) {
        return admin.get(telemetry(entity, "values/timeseries?useStrictDataTypes=true&keys=" + key))
                .expect(200)
                .json()
                .at("/" + key + "/0/value");
    }

    /** All values of a key, the oldest first. */
    private List<String> history(JsonNode entity, String key) {
        return admin.get(
                        telemetry(
                                entity,
                                "values/timeseries?orderBy=ASC&startTs=0&endTs=%d&keys=%s"
                                        .formatted(Long.MAX_VALUE, key)))
                .expect(200)
                .json()
                .path(key)
                .valueStream()
                .map(point -> point.path("value").asString())
                .toList();
    }

    /** The attributes of a scope as an object. */
    private JsonNode attributes(JsonNode entity, String scope) {
        ObjectNode attributes = RestClient.object();
        admin.get(telemetry(entity, "values/attributes/" + scope))
                .expect(200)
                .json()
                .forEach(each -> attributes.set(each.path("key").stringValue(), each.get("value")));
        return attributes;
    }

    /** The names of the entities from which relations of a type lead to the device. */
    private List<String> relatedToDevice(String type) {
        return admin.get("/api/relations/info?toType=DEVICE&toId=" + id(device))
                .expect(200)
                .json()
                .valueStream()
                .filter(relation -> relation.path("type").stringValue().equals(type))
                .map(relation -> relation.path("fromName").stringValue())
                .toList();
    }

    private void relateToDevice(JsonNode from, String type) {
        ObjectNode relation = RestClient.object().put("type", type);
        relation.set("from", from.path("id"));
        relation.set("to", device.path("id"));
        admin.post("/api/relation", relation).expect(200);
    }

    private String customerOfDevice() {
        return admin.get("/api/device/info/" + id(device))
                .expect(200)
                .json()
                .path("customerTitle")
                .asString("");
    }

    @Test
    void createRelationMovesADeviceToTheAssetThatItsTelemetryNames() {
        passTelemetryThrough(
                node(
                        "action.create-relation",
                        """
                        {"direction": "TO", "entityType": "ASSET", "entityNamePattern": "$[site]",
                         "createEntityIfNotExists": true, "removeCurrentRelations": true,
                         "changeOriginatorToRelatedEntity": true}
                        """),
                saveTimeseries());

        send("{\"site\": \"Harbour\"}");
        eventually(() -> assertThat(relatedToDevice("Contains")).containsExactly("Harbour"));
        send("{\"site\": \"Station\"}");
        eventually(() -> assertThat(relatedToDevice("Contains")).containsExactly("Station"));

        JsonNode station = admin.get("/api/tenant/assets?assetName=Station").expect(200).json();
        eventually(() -> assertThat(latest(station, "site").asString()).isEqualTo("Station"));
        assertThat(latest(device, "site").isNull()).isTrue();
    }

    @Test
    void deleteRelationInACalledChainRemovesTheRelationToOneEntity() {
        for (String site : List.of("Harbour", "Station")) {
            relateToDevice(add("asset", site), "Contains");
        }
        String called = id(chains.create("Relations"));
        save(
                called,
                List.of(
                        node(
                                "action.delete-relation",
                                """
                                {"direction": "TO", "entityType": "ASSET", "entityNamePattern": "$[left]",
                                 "deleteForSingleEntity": true}
                                """)),
                List.of());
        passTelemetryThrough(call("Relations", called));

        send("{\"left\": \"Harbour\"}");

        eventually(() -> assertThat(relatedToDevice("Contains")).containsExactly("Station"));
    }

    @Test
    void deleteRelationRemovesAllRelationsOfAType() {
        for (String site : List.of("Harbour", "Station")) {
            JsonNode asset = add("asset", site);
            relateToDevice(asset, "Contains");
            relateToDevice(asset, "Manages");
        }
        passTelemetryThrough(node("action.delete-relation", "{\"direction\": \"TO\"}"));

        send("{\"scrapped\": true}");

        eventually(() -> assertThat(relatedToDevice("Contains")).isEmpty());
        assertThat(relatedToDevice("Manages")).containsExactlyInAnyOrder("Harbour", "Station");
    }

    @Test
    void assignToCustomerAssignsTheDeviceToTheCustomerThatItsTelemetryNames() {
        passTelemetryThrough(
                node(
                        "action.assign-to-customer",
                        """
                        {"customerNamePattern": "$[tenant]", "createCustomerIfNotExists": true}
                        """));

        send("{\"tenant\": \"Bakery\"}");
        eventually(() -> assertThat(customerOfDevice()).isEqualTo("Bakery"));
        send("{\"tenant\": \"Butcher\"}");

        eventually(() -> assertThat(customerOfDevice()).isEqualTo("Butcher"));
    }

    @Test
    void unassignFromCustomerTakesTheDeviceFromItsCustomer() {
        String customer = id(add("customer", "Bakery"));
        admin.post("/api/customer/%s/device/%s".formatted(customer, id(device)), "").expect(200);
        assertThat(customerOfDevice()).isEqualTo("Bakery");
        passTelemetryThrough(node("action.unassign-from-customer", "{}"));

        send("{\"returned\": true}");

        eventually(() -> assertThat(customerOfDevice()).isEmpty());
    }

    @Test
    void deleteAttributesDeletesThemAndTellsTheRootChain() {
        admin.post(telemetry(device, "SHARED_SCOPE"), "{\"a\": 1, \"b\": 2, \"c\": 3}").expect(200);
        save(
                id(chains.root()),
                List.of(
                        node(ChainClient.SWITCH, "{}"),
                        node(
                                "action.delete-attributes",
                                """
                                {"scope": "SHARED_SCOPE", "keys": ["$[key]", "b", "missing"],
                                 "sendAttributesDeletedNotification": true}
                                """),
                        script(
                                "return {msg: {deleted: msg.attributes, scope: metadata.scope},"
                                        + " metadata: metadata, msgType: 'POST_TELEMETRY_REQUEST'};"),
                        saveTimeseries()),
                List.of(
                        connection(0, 1, "Post telemetry"),
                        connection(0, 2, "Attributes Deleted"),
                        connection(2, 3, "Success")));

        send("{\"key\": \"a\"}");

        eventually(() ->
                assertThat(latest(device, "deleted")).hasToString("[\"a\",\"b\",\"missing\"]"));
        assertThat(latest(device, "scope").asString()).isEqualTo("SHARED_SCOPE");
        assertThat(attributes(device, "SHARED_SCOPE")).hasToString("{\"c\":3}");
    }

    @Test
    void mathCalculatesWithAnAttributeAndStoresTheResultAsAnother() {
        admin.post(telemetry(device, "SERVER_SCOPE"), "{\"offset\": 0.25}").expect(200);
        passTelemetryThrough(
                node(
                        "action.math",
                        """
                        {"operation": "CUSTOM", "customFunction": "(t - 32) / 1.8 + offset",
                         "arguments": [
                           {"name": "t", "type": "MESSAGE_BODY", "key": "fahrenheit"},
                           {"name": "offset", "type": "ATTRIBUTE", "key": "offset", "attributeScope": "SERVER_SCOPE"}],
                         "result": {"type": "ATTRIBUTE", "key": "celsius", "resultValuePrecision": 2,
                                    "attributeScope": "SHARED_SCOPE", "addToBody": true}}
                        """),
                saveTimeseries());

        send("{\"fahrenheit\": 50}");

        eventually(() -> assertThat(latest(device, "celsius").doubleValue()).isEqualTo(10.25));
        assertThat(attributes(device, "SHARED_SCOPE")).hasToString("{\"celsius\":10.25}");
    }

    @Test
    void mathAddsUpMessagesThatArriveAtOnceWithoutLosingOne() {
        passTelemetryThrough(
                node(
                        "action.math",
                        """
                        {"operation": "ADD",
                         "arguments": [
                           {"name": "sum", "type": "TIME_SERIES", "key": "total", "defaultValue": 0},
                           {"name": "n", "type": "MESSAGE_BODY", "key": "n"}],
                         "result": {"type": "TIME_SERIES", "key": "total", "resultValuePrecision": 0}}
                        """));

        IntStream.rangeClosed(1, 20).parallel().forEach(n -> send("{\"n\": %d}".formatted(n)));

        eventually(() -> assertThat(latest(device, "total").doubleValue()).isEqualTo(210));
    }

    @Test
    void messageCountSendsTheNumberOfMessagesAsTelemetryOfTheTenant() {
        String instance =
                Objects.requireNonNull(
                        server.context().getEnvironment().getProperty("millrace.instance-id"));
        JsonNode owner = admin.get("/api/tenant/" + tenant).expect(200).json();
        passTelemetryThrough(
                node("action.message-count", "{\"telemetryPrefix\": \"seen\"}"), saveTimeseries());

        for (int i = 0; i < 3; i++) {
            send("{\"t\": 1}");
        }

        eventually(() ->
                assertThat(
                                history(owner, "seen_" + instance).stream()
                                        .mapToInt(Integer::parseInt)
                                        .sum())
                        .isEqualTo(3));
        // Ends the counting.
        passTelemetryThrough(saveTimeseries());
    }

    private void savePresences(String polygon) {
        ObjectNode fence =
                node(
                        "action.geofencing-events",
                        """
                        {"fetchPerimeterInfoFromMessageMetadata": false, "polygonsDefinition": "%s"}
                        """
                                .formatted(polygon));
        JsonNode before = chains.metadata(id(chains.root())).at("/nodes/1");
        if (before.path("type").equals(fence.path("type"))) {
            fence.set("id", before.path("id"));
        }
        List<String> labels = List.of("Entered", "Left", "Inside", "Outside");
        List<ObjectNode> nodes = new ArrayList<>(List.of(fence));
        List<Map<String, Object>> connections = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            nodes.add(
                    script(
                            "return {msg: {presence: '%s'}, metadata: metadata, msgType: msgType};"
                                    .formatted(labels.get(i))));
            connections.add(connection(1, 2 + i, labels.get(i)));
            connections.add(connection(2 + i, 2 + labels.size(), "Success"));
        }
        nodes.add(saveTimeseries());
        passTelemetryThrough(nodes, connections);
    }

    private void sendPosition(int ts, double latitude, double longitude) {
        send(
                """
                {"ts": %d, "values": {"latitude": %s, "longitude": %s}}
                """
                        .formatted(ts, latitude, longitude));
    }

    @Test
    void geofencingEventsTellsWhenADeviceEntersAndLeavesAndRemembersItWhenTheChainChanges() {
        savePresences("[[0, 0], [0, 10], [10, 10], [10, 0]]");

        sendPosition(1, 20, 20);
        sendPosition(2, 5, 5);
        sendPosition(3, 6, 5);
        savePresences("[[0, 0], [0, 9], [9, 9], [9, 0]]");
        sendPosition(4, 5, 5);
        sendPosition(5, 9.5, 5);
        sendPosition(6, 20, 20);

        eventually(() ->
                assertThat(history(device, "presence"))
                        .containsExactly("Left", "Entered", "Inside", "Inside", "Left", "Outside"));
    }

    @Test
    void deviceStateReportsTheStatesOfADeviceThatAnotherOneSpeaksFor() {
        JsonNode pump = add("device", "Pump");
        List<String> events =
                List.of("CONNECT_EVENT", "ACTIVITY_EVENT", "DISCONNECT_EVENT", "INACTIVITY_EVENT");
        List<ObjectNode> nodes = new ArrayList<>();
        nodes.add(
                node(
                        "transform.change-originator",
                        """
                        {"originatorSource": "ENTITY", "entityType": "DEVICE", "entityNamePattern": "$[device]"}
                        """));
        nodes.add(node("filter.switch", "{\"tbelScript\": \"return [msg.event];\"}"));
        List<Map<String, Object>> connections = new ArrayList<>();
        connections.add(connection(1, 2, "Success"));
        for (String event : events) {
            nodes.add(node("action.device-state", "{\"event\": \"%s\"}".formatted(event)));
            connections.add(connection(2, nodes.size(), event));
        }
        passTelemetryThrough(nodes, connections);
        long now = System.currentTimeMillis();

        for (int i = 0; i < events.size(); i++) {
            send(
                    """
                    {"ts": %d, "values": {"device": "Pump", "event": "%s"}}
                    """
                            .formatted(now + i, events.get(i)));
            boolean active = i == 1 || i == 2;
            eventually(() ->
                    assertThat(attributes(pump, "SERVER_SCOPE").path("active").asBoolean(false))
                            .isEqualTo(active));
        }

        eventually(() -> {
            JsonNode states = attributes(pump, "SERVER_SCOPE");
            assertThat(states.path("lastConnectTime").longValue()).isEqualTo(now);
            assertThat(states.path("lastActivityTime").longValue()).isEqualTo(now + 1);
            assertThat(states.path("lastDisconnectTime").longValue()).isEqualTo(now + 2);
            assertThat(states.path("inactivityAlarmTime").longValue()).isEqualTo(now + 3);
        });
    }

    @Test
    void copyToViewKeepsTheAttributesOfAViewLikeThoseOfItsDevice() {
        ObjectNode body = RestClient.object().put("name", "Public part").put("type", "part");
        body.set("entityId", device.path("id"));
        body.putObject("keys").putObject("attributes").set("cs", JSON.readTree("[\"firmware\"]"));
        ((ObjectNode) body.at("/keys/attributes")).set("sh", JSON.readTree("[\"limit\"]"));
        JsonNode view = admin.post("/api/entityView", body).expect(200).json();
        save(
                id(chains.root()),
                List.of(
                        node(ChainClient.SWITCH, "{}"),
                        node("action.copy-to-view", "{}"),
                        script(
                                "return {msg: {told: msgType}, metadata: {scope: 'SERVER_SCOPE'},"
                                        + " msgType: 'POST_ATTRIBUTES_REQUEST'};"),
                        node("action.save-attributes", "{}")),
                List.of(
                        connection(0, 1, "Post attributes"),
                        connection(0, 1, "Attributes Updated"),
                        connection(0, 1, "Attributes Deleted"),
                        connection(1, 2, "Success"),
                        connection(2, 3, "Success")));

        admin.post(
                        "/api/v1/%s/attributes".formatted(token),
                        "{\"firmware\": \"1.2.0\", \"serial\": 7}")
                .expect(200);
        eventually(() ->
                assertThat(attributes(view, "CLIENT_SCOPE"))
                        .hasToString("{\"firmware\":\"1.2.0\"}"));
        admin.post(telemetry(device, "SHARED_SCOPE"), "{\"limit\": 5, \"secret\": 1}").expect(200);
        eventually(() -> assertThat(attributes(view, "SHARED_SCOPE")).hasToString("{\"limit\":5}"));
        admin.delete(telemetry(device, "SHARED_SCOPE?keys=limit,secret")).expect(200);
        eventually(() -> assertThat(attributes(view, "SHARED_SCOPE")).isEmpty());

        eventually(() ->
                assertThat(attributes(view, "SERVER_SCOPE"))
                        .hasToString("{\"told\":\"ATTRIBUTES_DELETED\"}"));
    }

    @Test
    void logWritesTheTextOfItsScriptAndPassesTheMessageOn() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.rule.log");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            passTelemetryThrough(
                    node(
                            "action.log",
                            "{\"tbelScript\": \"return metadata.deviceName + ' is at ' + msg.t;\"}"),
                    saveTimeseries());

            send("{\"t\": 21}");

            eventually(() -> assertThat(latest(device, "t").intValue()).isEqualTo(21));
            assertThat(List.copyOf(lines.list))
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .filteredOn(line -> line.contains(tenant.toString()))
                    .singleElement()
                    .satisfies(line -> assertThat(line).endsWith(": Tracker is at 21"));
        } finally {
            logger.detachAppender(lines);
        }
    }
}
