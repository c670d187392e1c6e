// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;

/** Routes a message by the entity type of its originator. */
@NodeType(
        id = "filter.originator-type-switch",
        alias = "org.thingsboard.rule.engine.filter.TbOriginatorTypeSwitchNode",
        group = NodeGroup.FILTER,
        name = "entity type switch",
        description = "Routes each message by the entity type of its originator.",
        labels = {
            "Tenant",
            "Customer",
            "User",
            "Dashboard",
            "Asset",
            "Device",
            "Alarm",
            "Rule chain",
            "Rule node",
            "Entity View",
            "Widgets bundle",
            "Widget type",
            "Tenant profile",
            "Device profile",
            "Asset profile",
            "Api usage state",
            "Resource",
            "Ota package",
            "Edge",
            "Rpc",
            "Queue",
            "Notification target",
            "Notification template",
            "Notification request",
            "Notification",
            "Notification rule",
            "Queue stats",
            "Oauth2 client",
            "Domain",
            "Mobile app",
            "Mobile app bundle",
            "Calculated field",
            "Calculated field link",
            "Job",
            "Admin settings",
            "AI model"
        })
public final class OriginatorTypeSwitchNode implements RuleNode {

    private OriginatorTypeSwitchNode() {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<EmptyConfiguration> definition() {
        return NodeDefinition.of(
                OriginatorTypeSwitchNode.class,
                EmptyConfiguration.INSTANCE,
                (_, _) -> new OriginatorTypeSwitchNode());
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return NodeResult.to(message.originator().type().normalName(), message);
    }
}
