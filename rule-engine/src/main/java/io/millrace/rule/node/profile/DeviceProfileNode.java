// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceProfiles.Profile;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Passes the messages of devices whose profile has no alarm rules by {@code Success}. Messages of a device that does
 * not exist end here. If the profile has alarm rules, the message leaves by {@code Failure}: rules that are not
 * evaluated must not look as if they had found nothing.
 */
@NodeType(
        id = "profile.device-profile",
        alias = "org.thingsboard.rule.engine.profile.TbDeviceProfileNode",
        group = NodeGroup.ACTION,
        name = "device profile",
        description =
                "Checks that the device's profile has no alarm rules, and passes its messages on.",
        labels = {
            "Alarm Created",
            "Alarm Updated",
            "Alarm Severity Updated",
            "Alarm Cleared",
            NodeResult.SUCCESS
        },
        customLabels = true,
        version = 1,
        waitsForStore = true)
public final class DeviceProfileNode implements RuleNode {

    private static final Configuration DEFAULTS = new Configuration(false, false);
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                JsonNode persist = configuration.get("persistAlarmRulesState");
                if (persist != null && !persist.asBoolean(false)) {
                    configuration.put("fetchAlarmRulesStateOnStart", false);
                }
            };

    private final DeviceProfiles profiles;

    private DeviceProfileNode(DeviceProfiles profiles) {
        this.profiles = profiles;
    }

    /**
     * Configuration of the node.
     *
     * @param persistAlarmRulesState whether the state of alarm rules survives a restart
     * @param fetchAlarmRulesStateOnStart whether all of it is read at the start of the node
     */
    public record Configuration(
            @JsonPropertyDescription("Not used: this version evaluates no alarm rules.")
                    boolean persistAlarmRulesState,
            @JsonPropertyDescription("Not used: this version evaluates no alarm rules.")
                    boolean fetchAlarmRulesStateOnStart) {}

    /** Returns the definition of this node type, with the given profiles. */
    public static NodeDefinition<Configuration> definition(DeviceProfiles profiles) {
        return NodeDefinition.of(
                DeviceProfileNode.class,
                DEFAULTS,
                UPGRADE,
                (_, _) -> new DeviceProfileNode(profiles));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (message.originator().type() != EntityType.DEVICE || needsNoProfile(message)) {
            return NodeResult.success(message);
        }
        DeviceId device = new DeviceId(message.originator().id());
        return new NodeResult.Later(
                profiles.of(message.tenant(), device)
                        .thenApply(profile -> resultOf(message, profile)));
    }

    /** True if the device may have been deleted before its message arrives. */
    private static boolean needsNoProfile(RuleMessage message) {
        return message.type().equals("ENTITY_DELETED") || message.type().equals("ENTITY_UPDATED");
    }

    private static NodeResult resultOf(RuleMessage message, Optional<Profile> profile) {
        if (profile.isEmpty()) {
            return new NodeResult.Ended();
        }
        if (profile.get().alarmRules()) {
            return new NodeResult.Failed(
                    message,
                    "Device profile \"%s\" has alarm rules, which this version does not evaluate"
                            .formatted(profile.get().name()));
        }
        return NodeResult.success(message);
    }
}
