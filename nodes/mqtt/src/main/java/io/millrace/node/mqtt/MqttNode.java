// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mqtt;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.PlainText;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.Template;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.sending.LastingConnection;
import io.millrace.rule.sending.NodeSends;
import io.millrace.rule.sending.OutgoingSends;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * Publishes each message to an MQTT broker with quality of service 1. A message leaves by {@code Success} when the
 * broker has confirmed it. Messages are published in their order. A connection that does not confirm in time is
 * replaced.
 */
@NodeType(
        id = "external.mqtt",
        alias = "org.thingsboard.rule.engine.mqtt.TbMqttNode",
        group = NodeGroup.EXTERNAL,
        name = "mqtt",
        description = "Publishes each message to an MQTT broker.",
        version = 2,
        effect = true)
public final class MqttNode implements RuleNode {

    private static final int AT_ONCE = 256;
    private static final Duration CONFIRMATION = Duration.ofSeconds(15);

    private final MqttConfiguration configuration;
    private final Template topic;
    private final LastingConnection<Broker> broker;
    private final NodeSends sends;

    private MqttNode(
            MqttConfiguration configuration,
            NodeIdentity node,
            OutgoingSends sends,
            OutgoingAddresses addresses) {
        String clientId = configuration.clientId();
        int longest = configuration.version().longestClientId();
        if (clientId != null && clientId.length() > longest) {
            throw new InvalidConfigurationException(
                    "clientId: must have at most %d characters, not %d"
                            .formatted(longest, clientId.length()));
        }
        this.configuration = configuration;
        this.topic = Template.of(configuration.topicPattern());
        BrokerConnector connector = new BrokerConnector(configuration, node.tenant(), addresses);
        this.broker =
                new LastingConnection<>(
                        connector::connect, Broker::isConnected, Broker::disconnect);
        this.sends =
                sends.open(
                        new OutgoingSends.Limits(
                                AT_ONCE,
                                CONFIRMATION.plusSeconds(configuration.connectTimeoutSec()),
                                OutgoingSends.Order.IN_TURN));
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<MqttConfiguration> definition(
            OutgoingSends sends, OutgoingAddresses addresses) {
        return NodeDefinition.of(
                MqttNode.class,
                MqttConfiguration.DEFAULTS,
                MqttConfiguration.UPGRADE,
                (configuration, node) -> new MqttNode(configuration, node, sends, addresses));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        String name = topic.resolve(message);
        Payload payload =
                configuration.parseToPlainText()
                        ? PlainText.of(message.payload())
                        : message.payload();
        return sends.send(
                message,
                () ->
                        new NodeSends.Description(
                                "mqtt %s:%d, topic %s"
                                        .formatted(
                                                configuration.host(), configuration.port(), name),
                                payload.text()),
                () -> publish(message, name, payload));
    }

    private CompletableFuture<RuleMessage> publish(
            RuleMessage message, String name, Payload payload) throws Exception {
        Broker current = broker.get();
        CompletableFuture<RuleMessage> confirmed =
                current.publish(name, payload.bytes()).thenApply(_ -> message);
        var _ =
                confirmed.whenComplete((_, error) -> {
                    if (error instanceof CancellationException) {
                        broker.drop(current);
                    }
                });
        return confirmed;
    }

    @Override
    public void close() {
        sends.close();
        broker.close();
    }
}
