// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks whether a message has one of the configured types. */
@NodeType(
        id = "filter.message-type",
        alias = "org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode",
        group = NodeGroup.FILTER,
        name = "message type filter",
        description = "Checks whether each message has one of the configured types.",
        labels = {"True", "False"})
public final class MessageTypeFilterNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    List.of(
                            "POST_ATTRIBUTES_REQUEST",
                            "POST_TELEMETRY_REQUEST",
                            "TO_SERVER_RPC_REQUEST"));

    private final Set<String> types;

    private MessageTypeFilterNode(Set<String> types) {
        this.types = types;
    }

    /**
     * Configuration of the node.
     *
     * @param messageTypes the accepted types, known ones and a chain's own; case-sensitive
     */
    public record Configuration(
            @JsonPropertyDescription("Types of the messages that leave by True; case-sensitive.")
                    List<String> messageTypes) {

        public Configuration(@Nullable List<String> messageTypes) {
            if (messageTypes == null) {
                throw new InvalidConfigurationException(
                        "messageTypes: must be a list of message types, but is missing");
            }
            this.messageTypes = List.copyOf(messageTypes);
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                MessageTypeFilterNode.class,
                DEFAULTS,
                (configuration, _) ->
                        new MessageTypeFilterNode(Set.copyOf(configuration.messageTypes())));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return NodeResult.to(types.contains(message.type()) ? "True" : "False", message);
    }
}
