// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;

/** Ends the delivery; what follows runs in a delivery of its own, whose failures bring no retry to this one. */
@NodeType(
        id = "flow.acknowledge",
        alias = "org.thingsboard.rule.engine.flow.TbAckNode",
        group = NodeGroup.FLOW,
        name = "acknowledge",
        description = "Acknowledges each message; what follows no longer decides its outcome.")
public final class AcknowledgeNode implements RuleNode {

    private AcknowledgeNode() {}

    /** The type of node. */
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
