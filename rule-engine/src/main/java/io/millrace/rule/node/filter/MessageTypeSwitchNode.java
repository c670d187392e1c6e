// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;

/** Routes a message by its type; a type without a label of its own leaves by {@code Other}. */
@NodeType(
        id = "filter.message-type-switch",
        alias = "org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode",
        group = NodeGroup.FILTER,
        name = "message type switch",
        description = "Routes each message by its type.",
        labels = {
            "Post attributes",
            "Post telemetry",
            "RPC Request from Device",
            "Activity Event",
            "Inactivity Event",
            "Connect Event",
            "Disconnect Event",
            "Entity Created",
            "Entity Updated",
            "Entity Deleted",
            "Entity Assigned",
            "Entity Unassigned",
            "Attributes Updated",
            "Attributes Deleted",
            "Alarm Acknowledged",
            "Alarm Cleared",
            "Alarm Assigned",
            "Alarm Unassigned",
            "Comment Created",
            "Comment Updated",
            "RPC Request to Device",
            "Entity Assigned From Tenant",
            "Entity Assigned To Tenant",
            "Timeseries Updated",
            "Timeseries Deleted",
            "RPC Queued",
            "RPC Sent",
            "RPC Delivered",
            "RPC Successful",
            "RPC Timeout",
            "RPC Expired",
            "RPC Failed",
            "RPC Deleted",
            "Relation Added or Updated",
            "Relation Deleted",
            "All Relations Deleted",
            "REST API request",
            "Other"
        })
public final class MessageTypeSwitchNode implements RuleNode {

    private MessageTypeSwitchNode() {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<EmptyConfiguration> definition() {
        return NodeDefinition.of(
                MessageTypeSwitchNode.class,
                EmptyConfiguration.INSTANCE,
                (_, _) -> new MessageTypeSwitchNode());
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return NodeResult.to(MessageType.labelOf(message.type()), message);
    }
}
