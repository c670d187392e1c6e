// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.TimeseriesReads;

/** Adds server attributes or latest values of the tenant. */
@NodeType(
        id = "enrichment.tenant-attributes",
        alias = "org.thingsboard.rule.engine.metadata.TbGetTenantAttributeNode",
        group = NodeGroup.ENRICHMENT,
        name = "tenant attributes",
        description = "Adds server attributes or latest telemetry of the tenant to the message.",
        version = 1,
        waitsForStore = true)
public final class TenantAttributesNode implements RuleNode {

    private final MappedValues values;

    private TenantAttributesNode(MappedValues values) {
        this.values = values;
    }

    /** Returns the definition of this node type, which reads from the given stores. */
    public static NodeDefinition<MappedDataConfiguration> definition(
            AttributeStore attributes, TimeseriesReads timeseries) {
        return NodeDefinition.of(
                TenantAttributesNode.class,
                MappedDataConfiguration.DEFAULT,
                MappedDataConfiguration.UPGRADE,
                (configuration, _) ->
                        new TenantAttributesNode(configuration.values(attributes, timeseries)));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        values.requireRoomIn(message);
        return new NodeResult.Later(values.enrich(message, message.tenant().entity()));
    }
}
