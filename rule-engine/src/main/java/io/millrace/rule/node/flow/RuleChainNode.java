// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceProfiles.Profile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls another chain; the message returns by the name of that chain's output node. The call is part of the message's
 * delivery; ThingsBoard would create a separate queue record.
 */
@NodeType(
        id = "flow.rule-chain",
        alias = "org.thingsboard.rule.engine.flow.TbRuleChainInputNode",
        group = NodeGroup.FLOW,
        name = "rule chain",
        description = "Sends each message through another rule chain.",
        labels = {},
        customLabels = true,
        version = 1,
        waitsForStore = true)
public final class RuleChainNode implements RuleNode {

    private static final Configuration DEFAULTS = new Configuration(null, false);
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                if (!configuration.has("forwardMsgToDefaultRuleChain")) {
                    configuration.put("forwardMsgToDefaultRuleChain", false);
                }
            };

    private final RuleChainId target;
    private final boolean preferProfile;
    private final DeviceProfiles profiles;

    private RuleChainNode(RuleChainId target, boolean preferProfile, DeviceProfiles profiles) {
        this.target = target;
        this.preferProfile = preferProfile;
        this.profiles = profiles;
    }

    /**
     * Configuration of the node.
     *
     * @param ruleChainId the chain to call, as the text of a UUID; null only in the configuration of a new node, which
     *     cannot start with it
     * @param forwardMsgToDefaultRuleChain whether the default chain of a device's profile takes precedence over {@code
     *     ruleChainId}
     */
    public record Configuration(
            @JsonPropertyDescription("Id of the chain to call.") @Nullable String ruleChainId,
            @JsonPropertyDescription(
                            "Whether the default chain of a device's profile is called instead, if it has one.")
                    boolean forwardMsgToDefaultRuleChain) {

        private RuleChainId target() {
            if (ruleChainId == null) {
                throw new InvalidConfigurationException(
                        "ruleChainId: must be the id of a rule chain, but is missing");
            }
            try {
                return RuleChainId.of(ruleChainId);
            } catch (IllegalArgumentException e) {
                throw new InvalidConfigurationException(
                        "ruleChainId: must be a UUID, not \"%s\"".formatted(ruleChainId), e);
            }
        }
    }

    /** Returns the definition of this node type, with the given profiles. */
    public static NodeDefinition<Configuration> definition(DeviceProfiles profiles) {
        return NodeDefinition.of(
                RuleChainNode.class,
                DEFAULTS,
                UPGRADE,
                (configuration, _) ->
                        new RuleChainNode(
                                configuration.target(),
                                configuration.forwardMsgToDefaultRuleChain(),
                                profiles));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (!preferProfile || message.originator().type() != EntityType.DEVICE) {
            return new NodeResult.Call(target, message);
        }
        DeviceId device = new DeviceId(message.originator().id());
        return new NodeResult.Later(
                profiles.of(message.tenant(), device).thenApply(profile -> call(message, profile)));
    }

    private NodeResult call(RuleMessage message, Optional<Profile> profile) {
        if (profile.isEmpty()) {
            return new NodeResult.Failed(
                    message, "Device %s does not exist".formatted(message.originator().id()));
        }
        RuleChainId preferred = profile.get().defaultRuleChain();
        return new NodeResult.Call(preferred == null ? target : preferred, message);
    }
}
