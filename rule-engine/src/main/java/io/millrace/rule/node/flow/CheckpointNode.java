// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import org.jspecify.annotations.Nullable;

/**
 * Puts a message into a queue, from which it continues in a delivery of its own, with that queue's order, retries and
 * deadline. A retry of that delivery starts here and not at the first node.
 */
@NodeType(
        id = "flow.checkpoint",
        alias = "org.thingsboard.rule.engine.flow.TbCheckpointNode",
        group = NodeGroup.FLOW,
        name = "checkpoint",
        description =
                "Puts each message into the configured queue; later nodes run there, with an outcome of their own.",
        version = 1,
        effect = true,
        choosesQueue = true)
public final class CheckpointNode implements RuleNode {

    private static final String MAIN = "Main";
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> configuration.remove("queueName");

    private final String queue;

    private CheckpointNode(@Nullable String queue) {
        this.queue = queue == null || queue.isBlank() ? MAIN : queue;
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<EmptyConfiguration> definition() {
        return NodeDefinition.of(
                CheckpointNode.class,
                EmptyConfiguration.INSTANCE,
                UPGRADE,
                (_, node) -> new CheckpointNode(node.queueName()));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Enqueued(message.withQueue(queue));
    }
}
