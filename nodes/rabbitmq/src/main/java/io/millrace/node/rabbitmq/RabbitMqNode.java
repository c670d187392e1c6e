// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.MessageProperties;
import io.millrace.message.RuleMessage;
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
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Publishes each message to an exchange of RabbitMQ. A message leaves by {@code Success} when the broker has confirmed
 * it; one that reaches no queue fails. Messages are published in their order. A connection that does not confirm in
 * time is replaced.
 */
@NodeType(
        id = "external.rabbitmq",
        alias = "org.thingsboard.rule.engine.rabbitmq.TbRabbitMqNode",
        group = NodeGroup.EXTERNAL,
        name = "rabbitmq",
        description = "Publishes each message to an exchange of RabbitMQ.",
        effect = true)
public final class RabbitMqNode implements RuleNode {

    private static final int AT_ONCE = 256;
    private static final Duration CONFIRMATION = Duration.ofSeconds(15);

    private final RabbitMqConfiguration configuration;
    private final Template exchange;
    private final Template routingKey;
    private final LastingConnection<ConfirmedChannel> channel;
    private final NodeSends sends;

    private RabbitMqNode(
            RabbitMqConfiguration configuration,
            NodeIdentity node,
            OutgoingSends sends,
            OutgoingAddresses addresses) {
        this.configuration = configuration;
        this.exchange = template(configuration.exchangeNamePattern());
        this.routingKey = template(configuration.routingKeyPattern());
        BrokerConnector connector =
                new BrokerConnector(
                        configuration,
                        node.tenant(),
                        addresses,
                        "millrace-node-" + node.node().id());
        this.channel =
                new LastingConnection<>(
                        connector::connect, ConfirmedChannel::isOpen, ConfirmedChannel::close);
        this.sends =
                sends.open(
                        new OutgoingSends.Limits(
                                AT_ONCE,
                                CONFIRMATION.plusMillis(BrokerConnector.timeoutMs(configuration)),
                                OutgoingSends.Order.IN_TURN));
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<RabbitMqConfiguration> definition(
            OutgoingSends sends, OutgoingAddresses addresses) {
        return NodeDefinition.of(
                RabbitMqNode.class,
                RabbitMqConfiguration.DEFAULTS,
                (configuration, node) -> new RabbitMqNode(configuration, node, sends, addresses));
    }

    private static Template template(@Nullable String text) {
        return Template.of(text == null ? "" : text);
    }

    @Override
    public NodeResult process(RuleMessage message) {
        String to = exchange.resolve(message);
        String key = routingKey.resolve(message);
        return sends.send(
                message,
                () ->
                        new NodeSends.Description(
                                "rabbitmq %s:%d, exchange \"%s\", routing key \"%s\""
                                        .formatted(
                                                configuration.host(),
                                                configuration.port(),
                                                to,
                                                key),
                                message.payload().text()),
                () -> publish(message, to, key));
    }

    private CompletableFuture<RuleMessage> publish(RuleMessage message, String to, String key)
            throws Exception {
        ConfirmedChannel current = channel.get();
        CompletableFuture<RuleMessage> confirmed =
                current.publish(to, key, properties(message), message.payload().bytes())
                        .thenApply(_ -> message);
        var _ =
                confirmed.whenComplete((_, error) -> {
                    if (error instanceof CancellationException) {
                        channel.drop(current);
                    }
                });
        return confirmed;
    }

    /** The configured properties, with the message's id, by which receivers recognise repetitions. */
    private AMQP.BasicProperties properties(RuleMessage message) {
        RabbitMqConfiguration.MessageProperties chosen = configuration.messageProperties();
        AMQP.BasicProperties properties =
                chosen == null
                        ? MessageProperties.MINIMAL_BASIC
                        : switch (chosen) {
                            case BASIC -> MessageProperties.BASIC;
                            case TEXT_PLAIN -> MessageProperties.TEXT_PLAIN;
                            case MINIMAL_BASIC -> MessageProperties.MINIMAL_BASIC;
                            case MINIMAL_PERSISTENT_BASIC ->
                                    MessageProperties.MINIMAL_PERSISTENT_BASIC;
                            case PERSISTENT_BASIC -> MessageProperties.PERSISTENT_BASIC;
                            case PERSISTENT_TEXT_PLAIN -> MessageProperties.PERSISTENT_TEXT_PLAIN;
                        };
        return properties.builder().messageId(message.id().toString()).build();
    }

    @Override
    public void close() {
        sends.close();
        channel.close();
    }
}
