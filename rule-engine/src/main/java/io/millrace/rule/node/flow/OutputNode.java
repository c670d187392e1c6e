// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;

/** Returns a message to the chain that called this one; the label there is the name of this node. */
@NodeType(
        id = "flow.output",
        alias = "org.thingsboard.rule.engine.flow.TbRuleChainOutputNode",
        group = NodeGroup.FLOW,
        name = "output",
        description =
                "Returns each message to the calling chain, where it leaves by this node's name.",
        labels = {})
public final class OutputNode implements RuleNode {

    private final String label;

    private OutputNode(String label) {
        this.label = label;
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<EmptyConfiguration> definition() {
        return NodeDefinition.of(
                OutputNode.class,
                EmptyConfiguration.INSTANCE,
                (_, node) -> new OutputNode(node.name()));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Return(label, message);
    }
}
