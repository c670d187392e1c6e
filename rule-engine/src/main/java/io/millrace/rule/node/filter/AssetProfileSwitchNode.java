// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.AssetProfiles;

/** Routes an asset's message by the name of the asset's profile. */
@NodeType(
        id = "filter.asset-profile-switch",
        alias = "org.thingsboard.rule.engine.filter.TbAssetTypeSwitchNode",
        group = NodeGroup.FILTER,
        name = "asset profile switch",
        description = "Routes each message of an asset by the name of the asset's profile.",
        labels = {"default"},
        customLabels = true,
        waitsForStore = true)
public final class AssetProfileSwitchNode implements RuleNode {

    private final AssetProfiles profiles;

    private AssetProfileSwitchNode(AssetProfiles profiles) {
        this.profiles = profiles;
    }

    /** Returns the definition of this node type, with the given profiles. */
    public static NodeDefinition<EmptyConfiguration> definition(AssetProfiles profiles) {
        return NodeDefinition.of(
                AssetProfileSwitchNode.class,
                EmptyConfiguration.INSTANCE,
                (_, _) -> new AssetProfileSwitchNode(profiles));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (message.originator().type() != EntityType.ASSET) {
            return new NodeResult.Failed(
                    message, "the originator must be an asset, not " + message.originator().type());
        }
        AssetId asset = new AssetId(message.originator().id());
        return new NodeResult.Later(
                profiles.of(message.tenant(), asset)
                        .thenApply(found ->
                                found.map(profile -> NodeResult.to(profile.name(), message))
                                        .orElseGet(() ->
                                                new NodeResult.Failed(
                                                        message,
                                                        "Asset %s does not exist"
                                                                .formatted(asset)))));
    }
}
