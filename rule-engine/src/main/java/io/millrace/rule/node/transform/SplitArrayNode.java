// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Creates a message for each element of an array. Several messages get ids of their own and stay in the delivery of the
 * original one; ThingsBoard would enqueue each of them again. The message of an empty array ends.
 */
@NodeType(
        id = "transform.split-array",
        alias = "org.thingsboard.rule.engine.transform.TbSplitArrayMsgNode",
        group = NodeGroup.TRANSFORMATION,
        name = "split array msg",
        description = "Creates a message for each element of the array in the payload.")
public final class SplitArrayNode implements RuleNode {

    private SplitArrayNode() {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<EmptyConfiguration> definition() {
        return NodeDefinition.of(
                SplitArrayNode.class, EmptyConfiguration.INSTANCE, (_, _) -> new SplitArrayNode());
    }

    @Override
    public NodeResult process(RuleMessage message) {
        JsonNode array = message.payload().json();
        if (!array.isArray()) {
            throw new IllegalArgumentException(
                    "the payload must be a JSON array, not " + array.getNodeType());
        }
        return switch (array.size()) {
            case 0 -> new NodeResult.Ended();
            case 1 -> NodeResult.success(message.withPayload(Payload.of(array.get(0))));
            default -> new NodeResult.Several(split(message, array));
        };
    }

    private static List<RuleMessage> split(RuleMessage message, JsonNode array) {
        List<RuleMessage> messages = new ArrayList<>(array.size());
        for (JsonNode element : array) {
            messages.add(message.withId(TimeOrderedUuid.next()).withPayload(Payload.of(element)));
        }
        return messages;
    }
}
