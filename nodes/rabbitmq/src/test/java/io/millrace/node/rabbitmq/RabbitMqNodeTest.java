// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.millrace.message.RuleMessage;
import io.millrace.queue.FreePorts;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.testkit.Answer;
import io.millrace.testkit.NodePage;
import io.millrace.testkit.NodeUnderTest;
import io.millrace.testkit.RecordingPorts;
import io.millrace.testkit.Relay;
import io.millrace.testkit.TestMessages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.qpid.server.SystemLauncher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node against a real broker of AMQP 0-9-1. */
class RabbitMqNodeTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final SystemLauncher BROKER = new SystemLauncher();
    private static final String CONFIGURATION =
            """
            {
              "name": "test", "modelVersion": "9.1",
              "authenticationproviders": [{
                "name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
                "users": [{"name": "plant", "password": "right", "type": "managed"}]
              }],
              "ports": [{
                "name": "amqp", "bindingAddress": "127.0.0.1", "port": %d, "authenticationProvider": "plain",
                "protocols": ["AMQP_0_9_1"],
                "virtualhostaliases": [
                  {"name": "name", "type": "nameAlias"}, {"name": "default", "type": "defaultAlias"}
                ]
              }],
              "virtualhostnodes": [{
                "name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
                "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}"
              }]
            }
            """;

    @TempDir private static Path directory;
    private static int port;

    private final RecordingPorts ports = new RecordingPorts();
    private final NodeDefinition<?> definition =
            RabbitMqNode.definition(ports.sends(), ports.addresses());
    private final List<NodeUnderTest> nodes = new ArrayList<>();
    private Connection connection;
    private Channel channel;
    private String queue;

    @BeforeAll
    static void startBroker() throws Exception {
        port = FreePorts.take();
        Path file = directory.resolve("broker.json");
        Files.writeString(file, CONFIGURATION.formatted(port));
        BROKER.startup(
                Map.of(
                        "type",
                        "Memory",
                        "initialConfigurationLocation",
                        file.toUri().toString(),
                        "startupLoggedToSystemOut",
                        "false",
                        "context",
                        Map.of("qpid.work_dir", directory.toString())));
    }

    @AfterAll
    static void stopBroker() {
        BROKER.shutdown();
    }

    @BeforeEach
    void declareQueue() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setUsername("plant");
        factory.setPassword("right");
        connection = factory.newConnection();
        channel = connection.createChannel();
        queue = channel.queueDeclare().getQueue();
    }

    @AfterEach
    void close() {
        nodes.forEach(NodeUnderTest::close);
        ports.close();
        connection.abort(1_000);
    }

    @Test
    void publishesThePayloadToAnExchangeAndRoutingKeyFromTemplates() throws Exception {
        channel.queueBind(queue, "amq.topic", "plant.7");

        Answer answer =
                node("\"exchangeNamePattern\": \"amq.${kind}\", \"routingKeyPattern\": \"plant.$[line]\"")
                        .send(with(TestMessages.telemetry("{\"line\":7}"), "kind", "topic"));

        assertThat(answer.label()).as(answer.error()).isEqualTo("Success");
        assertThat(answer.payload()).isEqualTo("{\"line\":7}");
        assertThat(text(receive())).isEqualTo("{\"line\":7}");
    }

    @Test
    void messagesHaveTheChosenPropertiesAndTheirId() throws Exception {
        RuleMessage message = TestMessages.telemetry("{}");

        node(toQueue() + ", \"messageProperties\": \"PERSISTENT_TEXT_PLAIN\"").send(message);

        GetResponse received = receive();
        assertThat(received.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(received.getProps().getContentType()).isEqualTo("text/plain");
        assertThat(received.getProps().getMessageId()).isEqualTo(message.id().toString());
    }

    @Test
    void messagesArePublishedInTheirOrder() throws Exception {
        NodeUnderTest node = node(toQueue());

        List<CompletableFuture<Answer>> answers =
                IntStream.range(0, 500)
                        .mapToObj(i -> node.offer(TestMessages.telemetry(Integer.toString(i))))
                        .toList();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().label()).isEqualTo("Success"));
        List<String> received = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            received.add(text(receive()));
        }
        assertThat(received)
                .isEqualTo(IntStream.range(0, 500).mapToObj(Integer::toString).toList());
    }

    @Test
    void aMessageThatReachesNoQueueFails() {
        Answer answer =
                node("\"routingKeyPattern\": \"no-such-queue\"").send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error())
                .startsWith(
                        "the broker refuses the message for exchange \"\" and routing key \"no-such-queue\"");
    }

    @Test
    void anExchangeThatDoesNotExistFailsAndTheNextMessageIsPublished() throws Exception {
        NodeUnderTest node =
                node(
                        "\"exchangeNamePattern\": \"${to}\", \"routingKeyPattern\": \"%s\""
                                .formatted(queue));

        Answer answer = node.send(with(TestMessages.telemetry("{}"), "to", "no-such-exchange"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).contains("no-such-exchange");
        channel.queueBind(queue, "amq.direct", queue);
        await().atMost(LIMIT)
                .until(() ->
                        node.send(with(TestMessages.telemetry("{}"), "to", "amq.direct"))
                                .label()
                                .equals("Success"));
    }

    @Test
    void wrongCredentialsFailAndStaySecret() {
        Answer answer =
                node(toQueue(), "\"username\": \"plant\", \"password\": \"wrong-secret\"", port)
                        .send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).isEqualTo("the broker refuses the user plant");
        assertThat(answer.message().metadata().get("error")).doesNotContain("wrong-secret");
    }

    @Test
    void aNodeGoesOnAfterItsBrokerWasAway() throws Exception {
        try (Relay relay = Relay.to(port)) {
            NodeUnderTest node = node(toQueue(), RIGHT, relay.port());
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
    void aSilentServerFailsAsATimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Answer answer =
                    node(
                                    toQueue(),
                                    RIGHT
                                            + ", \"connectionTimeout\": 300, \"handshakeTimeout\": 300",
                                    silent.getLocalPort())
                            .send(TestMessages.telemetry("{}"));

            assertThat(((NodeResult.Failed) answer.result()).timedOut()).isTrue();
        }
    }

    @Test
    void anAddressThatIsNotAllowedIsRefused() {
        ports.allowOnly("192.0.2.1");

        Answer answer = node(toQueue()).send(TestMessages.telemetry("{}"));

        assertThat(answer.error()).contains("127.0.0.1, port").contains("is refused");
    }

    @Test
    void anUnknownKindOfPropertiesIsRefused() {
        assertThatThrownBy(() -> node(toQueue() + ", \"messageProperties\": \"OTHER\""))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("messageProperties");
    }

    @Test
    void itsPageIsUpToDate() throws IOException {
        NodePage.verify(definition, Path.of("node.md"));
    }

    private static final String RIGHT = "\"username\": \"plant\", \"password\": \"right\"";

    private String toQueue() {
        return "\"exchangeNamePattern\": \"\", \"routingKeyPattern\": \"%s\"".formatted(queue);
    }

    private GetResponse receive() throws IOException {
        GetResponse received = channel.basicGet(queue, true);
        assertThat(received).isNotNull();
        return received;
    }

    private static String text(GetResponse message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    private static RuleMessage with(RuleMessage message, String key, String value) {
        return message.withMetadata(message.metadata().with(key, value));
    }

    private NodeUnderTest node(String fields) {
        return node(fields, RIGHT, port);
    }

    private NodeUnderTest node(String fields, String user, int at) {
        NodeUnderTest node =
                NodeUnderTest.of(
                                definition,
                                "{\"host\": \"127.0.0.1\", \"port\": %d, %s, %s}"
                                        .formatted(at, fields, user))
                        .waiting(LIMIT);
        nodes.add(node);
        return node;
    }
}
