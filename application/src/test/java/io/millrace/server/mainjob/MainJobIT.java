// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.sun.net.httpserver.HttpServer;
import io.millrace.server.ApplicationProcess;
import io.millrace.server.postgres.TestDatabase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A reading goes in over MQTT, through a rule chain, into PostgreSQL, and comes back over REST. */
final class MainJobIT {

    private static final String PASSWORD = "a password for tests";
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TestDatabase.Coordinates DATABASE = TestDatabase.freshCoordinates();

    @TempDir private static Path directory;
    private static ApplicationProcess application;
    private static ServiceClient service;

    @BeforeAll
    static void start() {
        application =
                ApplicationProcess.start(
                        directory,
                        Map.of(
                                "SPRING_DATASOURCE_URL", DATABASE.url(),
                                "SPRING_DATASOURCE_USERNAME", DATABASE.username(),
                                "SPRING_DATASOURCE_PASSWORD", DATABASE.password(),
                                "MILLRACE_DEMO", "true",
                                "MILLRACE_ADMIN_PASSWORD", PASSWORD));
        service = ServiceClient.signIn(application.httpUrl(), "tenant@millrace.local", PASSWORD);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void aReadingOverMqttComesBackOverRest() {
        ServiceClient.Device device = service.createDevice("Reads back");

        publish(device, "v1/devices/me/telemetry", "{\"temperature\":21.5,\"open\":true,\"n\":5}");
        publish(device, "v1/devices/me/attributes", "{\"firmware\":\"v1.2\"}");

        JsonNode latest = latest(device);
        assertThat(latest.at("/temperature/0/value").doubleValue()).isEqualTo(21.5);
        assertThat(latest.at("/open/0/value").booleanValue()).isTrue();
        assertThat(latest.at("/n/0/value").isIntegralNumber()).isTrue();
        JsonNode attributes =
                service.get(
                        "/api/plugins/telemetry/DEVICE/"
                                + device.id()
                                + "/values/attributes/CLIENT_SCOPE");
        assertThat(attributes.at("/0/key").asString()).isEqualTo("firmware");
        assertThat(attributes.at("/0/value").asString()).isEqualTo("v1.2");
    }

    @Test
    void aReadingOverMqtt5WithItsOwnTimeIsFoundInItsRange() {
        ServiceClient.Device device = service.createDevice("Speaks MQTT 5");
        Mqtt5BlockingClient client =
                MqttClient.builder()
                        .useMqttVersion5()
                        .serverHost("127.0.0.1")
                        .serverPort(application.mqttPort())
                        .simpleAuth()
                        .username(device.token())
                        .applySimpleAuth()
                        .buildBlocking();
        client.connect();
        client.publishWith()
                .topic("v1/devices/me/telemetry")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(
                        "[{\"ts\":1000,\"values\":{\"t\":1}},{\"ts\":3000,\"values\":{\"t\":3}},{\"ts\":2000,\"values\":{\"t\":2}}]"
                                .getBytes(StandardCharsets.UTF_8))
                .send();
        client.disconnect();

        assertThat(latest(device).at("/t/0/value").intValue()).isEqualTo(3);
        JsonNode range =
                service.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=t&startTs=1000&endTs=3000&useStrictDataTypes=true"
                                .formatted(device.id()));
        assertThat(range.at("/t").valueStream().map(point -> point.get("value").intValue()))
                .containsExactly(2, 1);
    }

    @Test
    void scriptsInBothLanguagesDecideAndChangeWhatIsStored() {
        ServiceClient tenant = service;
        ServiceClient.Device device = tenant.createDevice("Scripted");
        Chain chain = new Chain("Scripts");
        int filter =
                chain.node(
                        "filter.TbJsFilterNode",
                        "Hot",
                        "{\"scriptLang\":\"TBEL\",\"jsScript\":\"\",\"tbelScript\":\"return msg.temperature > 20;\"}");
        int transform =
                chain.node(
                        "transform.TbTransformMsgNode",
                        "Fahrenheit",
                        "{\"scriptLang\":\"JS\",\"jsScript\":\"msg.fahrenheit = msg.temperature * 9 / 5 + 32; return {msg: msg, metadata: metadata, msgType: msgType};\",\"tbelScript\":\"\"}");
        int save =
                chain.node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save",
                        "{\"defaultTTL\":0,\"useServerTs\":false,\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        chain.connect(filter, "True", transform).connect(transform, "Success", save);
        useProfile(device, "Scripted profile", chain.save(tenant));

        publish(device, "v1/devices/me/telemetry", "{\"temperature\":10}");
        publish(device, "v1/devices/me/telemetry", "{\"temperature\":30}");

        JsonNode latest = latest(device);
        assertThat(latest.at("/temperature/0/value").intValue()).isEqualTo(30);
        assertThat(latest.at("/fahrenheit/0/value").doubleValue()).isEqualTo(86);
    }

    @Test
    void aFailedMessageIsAcknowledgedAndKeptWithItsErrorAndNode() throws SQLException {
        ServiceClient.Device device = service.createDevice("Fails");
        Chain chain = new Chain("Failing");
        chain.node(
                "filter.TbJsFilterNode",
                "Broken filter",
                "{\"scriptLang\":\"JS\",\"jsScript\":\"throw new Error('no such luck');\",\"tbelScript\":\"\"}");
        useProfile(device, "Failing profile", chain.save(service));

        publish(device, "v1/devices/me/telemetry", "{\"temperature\":1}");

        List<String> letters =
                query(
                        "select node_name || ': ' || error from dead_letter where originator_id = '%s'::uuid and message_type = 'POST_TELEMETRY_REQUEST'"
                                .formatted(device.id()));
        assertThat(letters).singleElement().asString().contains("Broken filter", "no such luck");
    }

    @Test
    void aSlowNodeHoldsNoAcknowledgementBackAndItsMessageOutlivesTheProcess()
            throws IOException, SQLException {
        CountDownLatch answer = new CountDownLatch(1);
        List<String> bodies = new ArrayList<>();
        HttpServer slow = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        slow.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        slow.createContext(
                "/",
                exchange -> {
                    synchronized (bodies) {
                        bodies.add(
                                new String(
                                        exchange.getRequestBody().readAllBytes(),
                                        StandardCharsets.UTF_8));
                    }
                    try {
                        answer.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        slow.start();
        try {
            ServiceClient.Device device = service.createDevice("Calls out");
            Chain chain = new Chain("Calling");
            chain.node(
                    "rest.TbRestApiCallNode",
                    "Slow server",
                    "{\"restEndpointUrlPattern\":\"http://127.0.0.1:%d/\",\"requestMethod\":\"POST\",\"headers\":{},\"readTimeoutMs\":9000}"
                            .formatted(slow.getAddress().getPort()));
            useProfile(device, "Calling profile", chain.save(service));

            publish(device, "v1/devices/me/telemetry", "{\"call\":1}");

            String inFlight = "select delivery_id::text from in_flight";
            assertThat(query(inFlight)).isNotEmpty();
            answer.countDown();
            await().untilAsserted(() -> assertThat(query(inFlight)).isEmpty());
            synchronized (bodies) {
                assertThat(bodies).contains("{\"call\":1}");
            }
        } finally {
            slow.stop(0);
        }
    }

    private static JsonNode latest(ServiceClient.Device device) {
        return service.get(
                "/api/plugins/telemetry/DEVICE/%s/values/timeseries?useStrictDataTypes=true"
                        .formatted(device.id()));
    }

    private static void publish(ServiceClient.Device device, String topic, String json) {
        Mqtt3BlockingClient client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(application.mqttPort())
                        .simpleAuth()
                        .username(device.token())
                        .applySimpleAuth()
                        .buildBlocking();
        client.connect();
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(json.getBytes(StandardCharsets.UTF_8))
                .send();
        client.disconnect();
    }

    /** Gives the device a profile of its own whose messages go through the chain. */
    private static void useProfile(ServiceClient.Device device, String name, String chain) {
        ObjectNode profile = JSON.createObjectNode().put("name", name).put("type", "DEFAULT");
        profile.put("transportType", "DEFAULT");
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        JsonNode saved = service.post("/api/deviceProfile", profile);
        ObjectNode changed = (ObjectNode) service.get("/api/device/" + device.id());
        changed.set("deviceProfileId", saved.get("id"));
        service.post("/api/device", changed);
    }

    private static List<String> query(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(
                                DATABASE.url(), DATABASE.username(), DATABASE.password());
                ResultSet rows = connection.createStatement().executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    /** A chain that begins at its first node. */
    private static final class Chain {

        private final ObjectNode metadata = JSON.createObjectNode();
        private final ArrayNode nodes = metadata.putArray("nodes");
        private final ArrayNode connections = metadata.putArray("connections");
        private final String name;

        Chain(String name) {
            this.name = name;
            metadata.put("firstNodeIndex", 0);
        }

        int node(String type, String nodeName, String configuration) {
            ObjectNode node = nodes.addObject();
            node.put("type", "org.thingsboard.rule.engine." + type).put("name", nodeName);
            node.put("configurationVersion", 3);
            node.set("configuration", JSON.readTree(configuration));
            return nodes.size() - 1;
        }

        Chain connect(int from, String label, int to) {
            connections.addObject().put("fromIndex", from).put("toIndex", to).put("type", label);
            return this;
        }

        String save(ServiceClient owner) {
            JsonNode chain =
                    owner.post(
                            "/api/ruleChain",
                            JSON.createObjectNode().put("name", name).put("type", "CORE"));
            metadata.set("ruleChainId", chain.get("id"));
            owner.post("/api/ruleChain/metadata", metadata);
            return chain.get("id").get("id").asString();
        }
    }
}
