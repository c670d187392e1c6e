// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.millrace.server.ApplicationProcess;
import io.millrace.server.platform.postgres.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A reading goes in over MQTT, through a rule chain, into PostgreSQL, and comes back over REST. */
final class MainJobIT {

    private static final String PASSWORD = "a password for tests";
    private static final String SAVE =
            "{\"defaultTTL\":0,\"useServerTs\":false,\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}";
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

        publish(device, MqttDevice.TELEMETRY, "{\"temperature\":21.5,\"open\":true,\"n\":5}");
        publish(device, MqttDevice.ATTRIBUTES, "{\"firmware\":\"v1.2\"}");

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
                .topic(MqttDevice.TELEMETRY)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(
                        "[{\"ts\":1000,\"values\":{\"t\":1}},{\"ts\":3000,\"values\":{\"t\":3}},{\"ts\":2000,\"values\":{\"t\":2}}]"
                                .getBytes(StandardCharsets.UTF_8))
                .send();
        client.disconnect();
        awaitNothingInFlight();

        assertThat(latest(device).at("/t/0/value").intValue()).isEqualTo(3);
        JsonNode range =
                service.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=t&startTs=1000&endTs=3000&useStrictDataTypes=true"
                                .formatted(device.id()));
        assertThat(range.at("/t").valueStream().map(point -> point.get("value").intValue()))
                .containsExactly(2, 1);
    }

    @Test
    void aStoredReadingLeadsToTheMessageThatBroughtItAndItsPath() {
        ServiceClient.Device device = service.createDevice("Traced");
        RuleChains chain = new RuleChains("Traced");
        int split =
                chain.node(
                        "transform.TbTransformMsgNode",
                        "Split",
                        "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"return [{msg: {a: msg.t}, metadata: metadata, msgType: msgType}, {msg: {b: msg.t}, metadata: metadata, msgType: msgType}];\"}");
        int save = chain.node("telemetry.TbMsgTimeseriesNode", "Save", SAVE);
        useProfile(device, "Traced profile", chain.connect(split, "Success", save).save(service));

        publish(device, MqttDevice.TELEMETRY, "{\"ts\":1000,\"values\":{\"t\":1}}");
        publish(device, MqttDevice.TELEMETRY, "{\"ts\":2000,\"values\":{\"t\":2}}");

        String first = messageOf(device, "a", 1000);
        assertThat(messageOf(device, "b", 1000)).isEqualTo(first);
        assertThat(messageOf(device, "a", 2000)).isNotEqualTo(first);
        assertThat(stepsOf(first))
                .containsExactly(List.of("Split", "Save"), List.of("Split", "Save"));
    }

    private static String messageOf(ServiceClient.Device device, String key, long ts) {
        return service.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries/message?key=%s&ts=%d"
                                .formatted(device.id(), key, ts))
                .path("messageId")
                .stringValue();
    }

    /** The nodes that each branch of a message has passed. */
    private static List<List<String>> stepsOf(String message) {
        return service.get("/api/messages/%s/path".formatted(message))
                .at("/deliveries/0/branches")
                .valueStream()
                .map(branch ->
                        branch.valueStream()
                                .map(hop -> hop.path("ruleNodeName").stringValue())
                                .toList())
                .toList();
    }

    @Test
    void scriptsInBothLanguagesDecideAndChangeWhatIsStored() {
        ServiceClient tenant = service;
        ServiceClient.Device device = tenant.createDevice("Scripted");
        RuleChains chain = new RuleChains("Scripts");
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
        int save = chain.node("telemetry.TbMsgTimeseriesNode", "Save", SAVE);
        chain.connect(filter, "True", transform).connect(transform, "Success", save);
        useProfile(device, "Scripted profile", chain.save(tenant));

        publish(device, MqttDevice.TELEMETRY, "{\"temperature\":10}");
        publish(device, MqttDevice.TELEMETRY, "{\"temperature\":30}");

        JsonNode latest = latest(device);
        assertThat(latest.at("/temperature/0/value").intValue()).isEqualTo(30);
        assertThat(latest.at("/fahrenheit/0/value").doubleValue()).isEqualTo(86);
    }

    @Test
    void aConnectedDeviceFollowsItsNewProfileWithoutConnectingAnew() {
        ServiceClient.Device device = service.createDevice("Moves");
        RuleChains chain = new RuleChains("Marks");
        int mark =
                chain.node(
                        "transform.TbTransformMsgNode",
                        "Mark",
                        "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"msg.marked = true; return {msg: msg};\"}");
        chain.connect(mark, "Success", chain.node("telemetry.TbMsgTimeseriesNode", "Save", SAVE));
        try (MqttDevice client = connect(device)) {
            client.publish(MqttDevice.TELEMETRY, "{\"n\":1}");
            assertThat(latest(device).has("marked")).isFalse();

            useProfile(device, "Marking profile", chain.save(service));

            await().untilAsserted(() -> {
                client.publish(MqttDevice.TELEMETRY, "{\"n\":2}");
                assertThat(latest(device).has("marked")).isTrue();
            });
        }
    }

    @Test
    void aFailedMessageIsAcknowledgedAndKeptWithItsErrorAndNode() throws SQLException {
        ServiceClient.Device device = service.createDevice("Fails");
        RuleChains chain = new RuleChains("Failing");
        chain.node(
                "filter.TbJsFilterNode",
                "Broken filter",
                "{\"scriptLang\":\"JS\",\"jsScript\":\"throw new Error('no such luck');\",\"tbelScript\":\"\"}");
        useProfile(device, "Failing profile", chain.save(service));

        publish(device, MqttDevice.TELEMETRY, "{\"temperature\":1}");

        List<String> letters =
                query(
                        "select node_name || ': ' || error from dead_letter where originator_id = '%s'::uuid and message_type = 'POST_TELEMETRY_REQUEST'"
                                .formatted(device.id()));
        assertThat(letters).singleElement().asString().contains("Broken filter", "no such luck");
    }

    @Test
    void aSlowNodeHoldsNoAcknowledgementBack() throws IOException, SQLException {
        try (SlowServer slow = new SlowServer()) {
            ServiceClient.Device device = service.createDevice("Calls out");
            useProfile(device, "Calling profile", RuleChains.calling(slow.url()).save(service));

            try (MqttDevice client = connect(device)) {
                client.publish(MqttDevice.TELEMETRY, "{\"call\":1}");
            }

            assertThat(inFlight()).isNotEmpty();
            slow.answer();
            awaitNothingInFlight();
            assertThat(slow.bodies()).contains("{\"call\":1}");
        }
    }

    private static JsonNode latest(ServiceClient.Device device) {
        return service.get(
                "/api/plugins/telemetry/DEVICE/%s/values/timeseries?useStrictDataTypes=true"
                        .formatted(device.id()));
    }

    /** Publishes a message and returns when it has been processed. */
    private static void publish(ServiceClient.Device device, String topic, String json) {
        try (MqttDevice client = connect(device)) {
            client.publish(topic, json);
        }
        awaitNothingInFlight();
    }

    /** An acknowledged message may still be in flight, where the machine is slow. */
    private static void awaitNothingInFlight() {
        await().untilAsserted(() -> assertThat(inFlight()).isEmpty());
    }

    private static List<String> inFlight() throws SQLException {
        return query("select delivery_id::text from in_flight");
    }

    private static MqttDevice connect(ServiceClient.Device device) {
        return new MqttDevice(application.mqttPort(), device.token());
    }

    private static void useProfile(ServiceClient.Device device, String name, String chain) {
        service.useProfile(device, name, chain);
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
}
