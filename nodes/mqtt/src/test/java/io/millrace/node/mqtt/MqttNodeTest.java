// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.testkit.Answer;
import io.millrace.testkit.NodePage;
import io.millrace.testkit.NodeUnderTest;
import io.millrace.testkit.RecordingPorts;
import io.millrace.testkit.Relay;
import io.millrace.testkit.TestMessages;
import io.moquette.broker.Server;
import io.moquette.broker.config.MemoryConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The node against a real broker. */
class MqttNodeTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Server BROKER = new Server();

    private final RecordingPorts ports = new RecordingPorts();
    private final NodeDefinition<?> definition =
            MqttNode.definition(ports.sends(), ports.addresses());
    private final List<NodeUnderTest> nodes = new ArrayList<>();
    private final List<Mqtt3Publish> received = new CopyOnWriteArrayList<>();
    private final Mqtt3AsyncClient subscriber =
            MqttClient.builder()
                    .useMqttVersion3()
                    .identifier("subscriber-" + UUID.randomUUID())
                    .serverHost("127.0.0.1")
                    .serverPort(BROKER.getPort())
                    .buildAsync();

    @BeforeAll
    static void startBroker() throws Exception {
        Properties settings = new Properties();
        settings.setProperty("host", "127.0.0.1");
        settings.setProperty("port", "0");
        settings.setProperty("allow_anonymous", "true");
        settings.setProperty("persistence_enabled", "false");
        settings.setProperty("telemetry_enabled", "false");
        BROKER.startServer(
                new MemoryConfig(settings),
                null,
                null,
                (_, user, password) ->
                        "plant".equals(user)
                                && "right".equals(new String(password, StandardCharsets.UTF_8)),
                null);
    }

    @AfterAll
    static void stopBroker() {
        BROKER.stopServer();
    }

    @AfterEach
    void close() {
        nodes.forEach(NodeUnderTest::close);
        ports.close();
        if (subscriber.getState().isConnected()) {
            subscriber.disconnect().join();
        }
    }

    @Test
    void publishesThePayloadWithQualityOfServiceOneToATopicFromATemplate() {
        subscribe("plant/+/out");

        Answer answer =
                node("\"topicPattern\": \"plant/$[line]/out\"")
                        .send(TestMessages.telemetry("{\"line\":7}"));

        assertThat(answer.label()).as(answer.error()).isEqualTo("Success");
        assertThat(answer.payload()).isEqualTo("{\"line\":7}");
        Mqtt3Publish published = receive(1).getFirst();
        assertThat(published.getTopic()).hasToString("plant/7/out");
        assertThat(text(published)).isEqualTo("{\"line\":7}");
        assertThat(published.getQos()).isEqualTo(MqttQos.AT_LEAST_ONCE);
    }

    @Test
    void aRetainedMessageReachesLaterSubscribers() {
        node("\"topicPattern\": \"retained\", \"retainedMessage\": true")
                .send(TestMessages.telemetry("{\"n\":1}"));

        // The broker retains a message after it has acknowledged it, and sends it for every
        // subscription.
        subscriber.connect().join();
        await().atMost(LIMIT)
                .until(() -> {
                    sendSubscription("retained");
                    return !received.isEmpty();
                });

        assertThat(text(received.getFirst())).isEqualTo("{\"n\":1}");
    }

    @Test
    void aJsonStringIsSentAsPlainTextIfConfigured() {
        subscribe("plain");

        node("\"topicPattern\": \"plain\", \"parseToPlainText\": true")
                .send(TestMessages.telemetry("\"a \\\"quoted\\\" text\""));

        assertThat(text(receive(1).getFirst())).isEqualTo("a \"quoted\" text");
    }

    @Test
    void messagesArePublishedInTheirOrder() {
        subscribe("order");
        NodeUnderTest node = node("\"topicPattern\": \"order\"");

        List<CompletableFuture<Answer>> answers =
                IntStream.range(0, 300)
                        .mapToObj(i -> node.offer(TestMessages.telemetry(Integer.toString(i))))
                        .toList();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().label()).isEqualTo("Success"));
        assertThat(receive(300))
                .extracting(MqttNodeTest::text)
                .isEqualTo(IntStream.range(0, 300).mapToObj(Integer::toString).toList());
    }

    @Test
    void aVersionThatTheBrokerDoesNotSpeakFails() {
        Answer answer =
                node("\"topicPattern\": \"a\", \"protocolVersion\": \"MQTT_5\"")
                        .send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).startsWith("no connection to 127.0.0.1");
    }

    @Test
    void signsInAtTheBroker() {
        assertThat(
                        node("\"topicPattern\": \"a\", \"credentials\": {\"type\": \"basic\", \"username\": \"plant\", \"password\": \"right\"}")
                                .send(TestMessages.telemetry("{}"))
                                .label())
                .isEqualTo("Success");
    }

    @Test
    void wrongCredentialsFailAndStaySecret() {
        Answer answer =
                node("\"topicPattern\": \"a\", \"credentials\": {\"type\": \"basic\", \"username\": \"plant\", \"password\": \"wrong-secret\"}")
                        .send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.message().metadata().get("error"))
                .contains("BAD_USER_NAME_OR_PASSWORD")
                .doesNotContain("wrong-secret");
    }

    @Test
    void aNodeGoesOnAfterItsBrokerWasAway() throws Exception {
        try (Relay relay = Relay.to(BROKER.getPort())) {
            NodeUnderTest node = node(relay.port(), "\"topicPattern\": \"a\"");
            assertThat(node.send(TestMessages.telemetry("{}")).label()).isEqualTo("Success");
            relay.cut();
            await().atMost(LIMIT)
                    .until(() -> node.send(TestMessages.telemetry("{}")).label().equals("Failure"));

            relay.restore();

            await().atMost(LIMIT)
                    .until(() -> node.send(TestMessages.telemetry("{}")).label().equals("Success"));
        }
    }

    @Test
    void aSilentServerFailsAsATimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Answer answer =
                    node(silent.getLocalPort(), "\"topicPattern\": \"a\", \"connectTimeoutSec\": 1")
                            .send(TestMessages.telemetry("{}"));

            assertThat(answer.error()).contains("within 1 s");
            assertThat(((NodeResult.Failed) answer.result()).timedOut()).isTrue();
        }
    }

    @Test
    void anAddressThatIsNotAllowedIsRefused() {
        ports.allowOnly("192.0.2.1");

        Answer answer = node("\"topicPattern\": \"a\"").send(TestMessages.telemetry("{}"));

        assertThat(answer.error()).contains("127.0.0.1, port").contains("is refused");
    }

    @Test
    void aTopicWithAWildcardFails() {
        Answer answer = node("\"topicPattern\": \"a/#\"").send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).contains("a/#");
    }

    @Test
    void aClientIdThatIsTooLongForTheVersionIsRefused() {
        assertThatThrownBy(() ->
                        node(
                                "\"topicPattern\": \"a\", \"protocolVersion\": \"MQTT_3_1\", \"clientId\": \"%s\""
                                        .formatted("x".repeat(24))))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("clientId: must have at most 23 characters, not 24");
    }

    @Test
    void certificatesThatCannotBeReadAreRefused() {
        assertThatThrownBy(() ->
                        node(
                                "\"topicPattern\": \"a\", \"ssl\": true, \"credentials\": {\"type\": \"cert.PEM\", \"caCert\": \"none\"}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("credentials.caCert: expected certificates in PEM form");
    }

    @Test
    void theUpgradeAddsPlainTextAndTheOldVersionOfTheProtocol() {
        assertThat(NodeUnderTest.upgraded(definition, "{\"host\": \"h\"}", 0).toString())
                .isEqualTo(
                        "{\"host\":\"h\",\"parseToPlainText\":false,\"protocolVersion\":\"MQTT_3_1\"}");
        assertThat(NodeUnderTest.upgraded(definition, "{\"parseToPlainText\": true}", 1).toString())
                .isEqualTo("{\"parseToPlainText\":true,\"protocolVersion\":\"MQTT_3_1\"}");
    }

    private void subscribe(String filter) {
        subscriber.connect().join();
        sendSubscription(filter);
    }

    private void sendSubscription(String filter) {
        subscriber
                .subscribeWith()
                .topicFilter(filter)
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(received::add)
                .send()
                .join();
    }

    private List<Mqtt3Publish> receive(int count) {
        await().atMost(LIMIT).until(() -> received.size() >= count);
        return List.copyOf(received);
    }

    private static String text(Mqtt3Publish publish) {
        return new String(publish.getPayloadAsBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void itsPageIsUpToDate() throws IOException {
        NodePage.verify(definition, Path.of("node.md"));
    }

    private NodeUnderTest node(String fields) {
        return node(BROKER.getPort(), fields);
    }

    private NodeUnderTest node(int port, String fields) {
        String timeout = fields.contains("connectTimeoutSec") ? "" : ", \"connectTimeoutSec\": 10";
        NodeUnderTest node =
                NodeUnderTest.of(
                                definition,
                                "{\"host\": \"127.0.0.1\", \"port\": %d, \"cleanSession\": true, %s%s}"
                                        .formatted(port, fields, timeout))
                        .waiting(LIMIT);
        nodes.add(node);
        return node;
    }
}
