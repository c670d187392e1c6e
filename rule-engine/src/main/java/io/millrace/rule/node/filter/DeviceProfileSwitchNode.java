// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceProfiles;

/** Routes a device's message by the name of the device's profile. */
@NodeType(
        id = "filter.device-profile-switch",
        alias = "org.thingsboard.rule.engine.filter.TbDeviceTypeSwitchNode",
        group = NodeGroup.FILTER,
        name = "device profile switch",
        description = "Routes each message of a device by the name of the device's profile.",
        labels = {"default"},
        customLabels = true,
        waitsForStore = true)
public final class DeviceProfileSwitchNode implements RuleNode {

    private final DeviceProfiles profiles;

    private DeviceProfileSwitchNode(DeviceProfiles profiles) {
        this.profiles = profiles;
    }

    /** Returns the definition of this node type, with the given profiles. */
    public static NodeDefinition<EmptyConfiguration> definition(DeviceProfiles profiles) {
        return NodeDefinition.of(
                DeviceProfileSwitchNode.class,
                EmptyConfiguration.INSTANCE,
                (_, _) -> new DeviceProfileSwitchNode(profiles));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (message.originator().type() != EntityType.DEVICE) {
            return new NodeResult.Failed(
                    message, "the originator must be a device, not " + message.originator().type());
        }
        DeviceId device = new DeviceId(message.originator().id());
        return new NodeResult.Later(
                profiles.of(message.tenant(), device)
                        .thenApply(found ->
                                found.map(profile -> NodeResult.to(profile.name(), message))
                                        .orElseGet(() ->
                                                new NodeResult.Failed(
                                                        message,
                                                        "Device %s does not exist"
                                                                .formatted(device)))));
    }
}
