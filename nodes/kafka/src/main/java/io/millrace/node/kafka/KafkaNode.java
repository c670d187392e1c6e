// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.Template;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.sending.LastingConnection;
import io.millrace.rule.sending.NodeSends;
import io.millrace.rule.sending.OutgoingSends;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Writes each message to a topic of Kafka. A message leaves by {@code Success} when the brokers have confirmed its
 * record, whose place is then in the metadata. Records are written in the order of the messages.
 */
@NodeType(
        id = "external.kafka",
        alias = "org.thingsboard.rule.engine.kafka.TbKafkaNode",
        group = NodeGroup.EXTERNAL,
        name = "kafka",
        description = "Writes each message to a topic of Kafka.",
        version = 1,
        effect = true)
public final class KafkaNode implements RuleNode {

    private static final String HEADER_PREFIX = "tb_msg_md_";
    private static final OutgoingSends.Limits LIMITS =
            new OutgoingSends.Limits(1_024, Duration.ofSeconds(31), OutgoingSends.Order.IN_TURN);

    private final KafkaConfiguration configuration;
    private final Template topic;
    private final @Nullable Template key;
    private final Charset headerCharset;
    private final NodeSends sends;
    private final LastingConnection<GuardedProducer> producer;

    private KafkaNode(
            KafkaConfiguration configuration,
            NodeIdentity node,
            OutgoingSends sends,
            OutgoingAddresses addresses) {
        this.configuration = configuration;
        this.topic = Template.of(configuration.topicPattern());
        this.key = template(configuration.keyPattern());
        this.headerCharset = charset(configuration.kafkaHeadersCharset());
        List<InetSocketAddress> brokers =
                ProducerProperties.brokers(configuration.bootstrapServers());
        ProducerConfig properties =
                ProducerProperties.of(configuration, "millrace-node-" + node.node().id());
        this.producer =
                new LastingConnection<>(
                        () -> GuardedProducer.open(properties, brokers, node.tenant(), addresses),
                        _ -> true,
                        GuardedProducer::close);
        this.sends = sends.open(LIMITS);
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<KafkaConfiguration> definition(
            OutgoingSends sends, OutgoingAddresses addresses) {
        return NodeDefinition.of(
                KafkaNode.class,
                KafkaConfiguration.DEFAULTS,
                KafkaConfiguration.UPGRADE,
                (configuration, node) -> new KafkaNode(configuration, node, sends, addresses));
    }

    private static @Nullable Template template(@Nullable String text) {
        return text == null || text.isEmpty() ? null : Template.of(text);
    }

    private static Charset charset(@Nullable String name) {
        try {
            return name == null || name.isBlank() ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new InvalidConfigurationException(
                    "kafkaHeadersCharset: must be the name of an encoding, not \"%s\""
                            .formatted(name),
                    e);
        }
    }

    @Override
    public NodeResult process(RuleMessage message) {
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(
                        topic.resolve(message),
                        null,
                        key == null ? null : key.resolve(message),
                        message.payload().bytes());
        if (configuration.addMetadataKeyValuesAsKafkaHeaders()) {
            message.metadata()
                    .values()
                    .forEach((name, value) ->
                            record.headers()
                                    .add(HEADER_PREFIX + name, value.getBytes(headerCharset)));
        }
        return sends.send(
                message,
                () ->
                        new NodeSends.Description(
                                "kafka %s, topic %s"
                                        .formatted(
                                                configuration.bootstrapServers(), record.topic()),
                                message.payload().text()),
                () -> producer.get().send(record).thenApply(at -> written(message, at)));
    }

    private static RuleMessage written(RuleMessage message, RecordMetadata at) {
        return message.withMetadata(
                message.metadata()
                        .with(
                                Map.of(
                                        "offset",
                                        Long.toString(at.offset()),
                                        "partition",
                                        Integer.toString(at.partition()),
                                        "topic",
                                        at.topic())));
    }

    @Override
    public void close() {
        sends.close();
        producer.close();
    }
}
