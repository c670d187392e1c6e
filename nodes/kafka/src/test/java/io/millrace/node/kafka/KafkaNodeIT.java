// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.queue.kafka.KafkaBroker;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node against a real broker. */
class KafkaNodeIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** For messages that cannot be sent: the node would try for twenty seconds. */
    private static final String IMPATIENT = limits(1_500, 1_500, 2_000);

    private static String limits(int maxBlock, int request, int delivery) {
        return """
        "otherProperties": {"max.block.ms": "%d", "request.timeout.ms": "%d", "delivery.timeout.ms": "%d"},\
        """
                .formatted(maxBlock, request, delivery);
    }

    @TempDir private static Path directory;
    private static KafkaBroker broker;

    private final RecordingPorts ports = new RecordingPorts();
    private final NodeDefinition<?> definition =
            KafkaNode.definition(ports.sends(), ports.addresses());
    private final List<NodeUnderTest> nodes = new ArrayList<>();
    private final String topic = "topic-" + UUID.randomUUID();

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(directory);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @AfterEach
    void close() {
        nodes.forEach(NodeUnderTest::close);
        ports.close();
    }

    @Test
    void writesThePayloadAndTellsThePlaceOfTheRecord() throws Exception {
        create(topic);

        Answer answer = node("").send(TestMessages.telemetry("{\"temperature\":21.5}"));

        assertThat(answer.label()).as(answer.error()).isEqualTo("Success");
        assertThat(answer.message().metadata().values())
                .containsEntry("topic", topic)
                .containsEntry("partition", "0")
                .containsEntry("offset", "0");
        assertThat(answer.payload()).isEqualTo("{\"temperature\":21.5}");
        assertThat(records(1).getFirst().value()).isEqualTo("{\"temperature\":21.5}");
        assertThat(records(1).getFirst().key()).isNull();
    }

    @Test
    void topicAndKeyAreTemplatesAndMetadataBecomeHeaders() throws Exception {
        create(topic);
        NodeUnderTest node =
                node(
                        """
                        "topicPattern": "${where}", "keyPattern": "$[serial]",
                        "addMetadataKeyValuesAsKafkaHeaders": true, "kafkaHeadersCharset": "UTF-16BE",
                        """);

        node.send(with(TestMessages.telemetry("{\"serial\":\"A7\"}"), "where", topic));

        ConsumerRecord<String, String> written = records(1).getFirst();
        assertThat(written.key()).isEqualTo("A7");
        Header header = written.headers().lastHeader("tb_msg_md_where");
        assertThat(new String(header.value(), StandardCharsets.UTF_16BE)).isEqualTo(topic);
    }

    @Test
    void recordsAreWrittenInTheOrderOfTheMessages() throws Exception {
        create(topic);
        NodeUnderTest node = node("");

        List<CompletableFuture<Answer>> answers =
                IntStream.range(0, 500)
                        .mapToObj(i -> node.offer(TestMessages.telemetry("{\"n\":" + i + "}")))
                        .toList();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().label()).isEqualTo("Success"));
        assertThat(records(500))
                .extracting(ConsumerRecord::value)
                .isEqualTo(IntStream.range(0, 500).mapToObj(i -> "{\"n\":" + i + "}").toList());
    }

    @Test
    void aTopicThatDoesNotExistFailsAsATimeout() {
        Answer answer = node(IMPATIENT).send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).contains(topic);
        assertThat(answer.message().metadata().get("error"))
                .startsWith("class java.util.concurrent.TimeoutException: ");
        assertThat(((NodeResult.Failed) answer.result()).timedOut()).isTrue();
    }

    @Test
    void aTopicsNameThatIsNotAllowedFails() {
        Answer answer =
                node(IMPATIENT + "\"topicPattern\": \"not allowed\",")
                        .send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).contains("not allowed");
    }

    @Test
    void aNodeGoesOnAfterItsBrokerWasAway(@TempDir Path own) throws Exception {
        try (KafkaBroker brief = KafkaBroker.start(own)) {
            create(brief, topic);
            NodeUnderTest node = node(brief.bootstrapServers(), limits(5_000, 5_000, 5_000));
            assertThat(node.send(TestMessages.telemetry("{}")).label()).isEqualTo("Success");
            brief.stop();
            assertThat(node.send(TestMessages.telemetry("{}")).label()).isEqualTo("Failure");

            brief.start();

            await().atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(node.send(TestMessages.telemetry("{}")).label())
                                    .isEqualTo("Success"));
        }
    }

    @Test
    void anAddressThatIsNotAllowedIsRefused() {
        Answer answer = node("127.0.0.2:9092", IMPATIENT).send(TestMessages.telemetry("{}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).contains("127.0.0.2, port 9092, is refused");
    }

    @Test
    void anAddressThatABrokerNamesIsRefusedToo() throws Exception {
        create(topic);
        int advertised = Integer.parseInt(broker.bootstrapServers().split(":", -1)[1]);
        try (Relay relay = Relay.to(advertised)) {
            ports.allowOnly("127.0.0.1:" + relay.port());
            NodeUnderTest node = node("127.0.0.1:" + relay.port(), limits(20_000, 1_500, 6_000));

            Answer answer = node.send(TestMessages.telemetry("{}"));

            assertThat(answer.label()).isEqualTo("Failure");
            assertThat(answer.error())
                    .contains("127.0.0.1, port %d, is refused".formatted(advertised));
        }
    }

    @Test
    void aSilentServerFailsAsATimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Answer answer =
                    node("127.0.0.1:" + silent.getLocalPort(), IMPATIENT)
                            .send(TestMessages.telemetry("{}"));

            assertThat(((NodeResult.Failed) answer.result()).timedOut()).isTrue();
        }
    }

    @Test
    void propertiesThatLoadClassesOrReadFilesAreRefused() {
        for (String property :
                List.of(
                        "\"interceptor.classes\": \"org.example.Any\"",
                        "\"ssl.truststore.location\": \"/etc/passwd\"",
                        "\"sasl.jaas.config\": \"com.sun.security.auth.module.JndiLoginModule required;\"",
                        "\"sasl.mechanism\": \"OAUTHBEARER\"",
                        "\"ssl.keystore.type\": \"JKS\"")) {
            String name = property.substring(1, property.indexOf('"', 1));

            assertThatThrownBy(() -> node("\"otherProperties\": {" + property + "},"))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("otherProperties." + name);
        }
    }

    @Test
    void wrongBrokersAndEncodingsAreRefused() {
        assertThatThrownBy(() -> node("localhost", ""))
                .hasMessageContaining("bootstrapServers: must be host:port, not \"localhost\"");
        assertThatThrownBy(() -> node("\"kafkaHeadersCharset\": \"none such\","))
                .hasMessageContaining("kafkaHeadersCharset");
    }

    @Test
    void theUpgradeRemovesTheSerializers() {
        assertThat(
                        NodeUnderTest.upgraded(
                                        definition,
                                        """
                                        {"topicPattern": "a", "keySerializer": "k", "valueSerializer": "v"}
                                        """,
                                        0)
                                .toString())
                .isEqualTo("{\"topicPattern\":\"a\"}");
    }

    @Test
    void itsPageIsUpToDate() throws IOException {
        NodePage.verify(definition, Path.of("node.md"));
    }

    private NodeUnderTest node(String fields) {
        return node(broker.bootstrapServers(), fields);
    }

    private NodeUnderTest node(String servers, String fields) {
        NodeUnderTest node = NodeUnderTest.of(definition, json(servers, fields));
        nodes.add(node);
        return node.waiting(LIMIT);
    }

    private String json(String servers, String fields) {
        return """
        {%s "bootstrapServers": "%s", "acks": "all", "retries": 0, "batchSize": 16384, "linger": 0,
         "bufferMemory": 1048576%s}
        """
                .formatted(
                        fields,
                        servers,
                        fields.contains("topicPattern")
                                ? ""
                                : ", \"topicPattern\": \"%s\"".formatted(topic));
    }

    private static RuleMessage with(RuleMessage message, String key, String value) {
        return message.withMetadata(message.metadata().with(key, value));
    }

    private static void create(String topic) throws Exception {
        create(broker, topic);
    }

    private static void create(KafkaBroker at, String topic) throws Exception {
        try (Admin admin = Admin.create(at.client())) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
    }

    private List<ConsumerRecord<String, String>> records(int count) {
        List<ConsumerRecord<String, String>> found = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            await().atMost(LIMIT)
                    .until(() -> {
                        consumer.poll(Duration.ofMillis(100)).forEach(found::add);
                        return found.size() >= count;
                    });
        }
        return found;
    }
}
