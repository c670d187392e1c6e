// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;

/**
 * Ends the delivery; the message continues in a delivery of its own, whose failures do not cause a retry of this one.
 */
@NodeType(
        id = "flow.acknowledge",
        alias = "org.thingsboard.rule.engine.flow.TbAckNode",
        group = NodeGroup.FLOW,
        name = "acknowledge",
        description = "Acknowledges each message; later nodes no longer affect its outcome.")
public final class AcknowledgeNode implements RuleNode {

    private AcknowledgeNode() {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<EmptyConfiguration> definition() {
        return NodeDefinition.of(
                AcknowledgeNode.class,
                EmptyConfiguration.INSTANCE,
                (_, _) -> new AcknowledgeNode());
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Acknowledged(message);
    }
}
