// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceStates;
import io.millrace.rule.store.DeviceStates.Outcome;
import jakarta.validation.constraints.NotNull;

/** Reports that the originator, a device, has connected, was active, has disconnected or is inactive. */
@NodeType(
        id = "action.device-state",
        alias = "org.thingsboard.rule.engine.action.TbDeviceStateNode",
        group = NodeGroup.ACTION,
        name = "device state",
        description =
                "Reports an event of the originator, a device: that it connected, was active, disconnected or is inactive.",
        labels = {NodeResult.SUCCESS, DeviceStateNode.RATE_LIMITED},
        effect = true,
        waitsForStore = true)
public final class DeviceStateNode implements RuleNode {

    static final String RATE_LIMITED = "Rate limited";

    private static final Configuration DEFAULTS =
            new Configuration(DeviceStates.Event.ACTIVITY_EVENT);

    private final DeviceStates.Event event;
    private final NodeIdentity node;
    private final DeviceStates states;

    private DeviceStateNode(DeviceStates.Event event, NodeIdentity node, DeviceStates states) {
        this.event = event;
        this.node = node;
        this.states = states;
    }

    /** Configuration of the node. */
    public record Configuration(
            @NotNull @JsonPropertyDescription("What has happened to the device.")
                    DeviceStates.Event event) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(DeviceStates states) {
        return NodeDefinition.of(
                DeviceStateNode.class,
                DEFAULTS,
                (configuration, node) -> new DeviceStateNode(configuration.event(), node, states));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (message.originator().type() != EntityType.DEVICE) {
            return new NodeResult.Failed(
                    message,
                    "the originator must be a device, not "
                            + message.originator().type().normalName());
        }
        DeviceId device = new DeviceId(message.originator().id());
        return new NodeResult.Later(
                states.report(message.tenant(), device, node.node(), event, message.metadataTs())
                        .thenApply(outcome -> NodeResult.to(labelOf(outcome), message)));
    }

    private static String labelOf(Outcome outcome) {
        return switch (outcome) {
            case REPORTED -> NodeResult.SUCCESS;
            case RATE_LIMITED -> RATE_LIMITED;
        };
    }
}
