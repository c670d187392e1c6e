// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.related.CustomerOfOriginator;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.TimeseriesReads;

/** Adds server attributes or latest values of the originator's customer. */
@NodeType(
        id = "enrichment.customer-attributes",
        alias = "org.thingsboard.rule.engine.metadata.TbGetCustomerAttributeNode",
        group = NodeGroup.ENRICHMENT,
        name = "customer attributes",
        description =
                "Adds server attributes or latest telemetry of the originator's customer to the message.",
        version = 1,
        waitsForStore = true)
public final class CustomerAttributesNode implements RuleNode {

    private final CustomerOfOriginator customer;
    private final MappedValues values;

    private CustomerAttributesNode(CustomerOfOriginator customer, MappedValues values) {
        this.customer = customer;
        this.values = values;
    }

    /** Returns the definition of this node type, which reads from the given stores. */
    public static NodeDefinition<MappedDataConfiguration> definition(
            EntityStore entities, AttributeStore attributes, TimeseriesReads timeseries) {
        CustomerOfOriginator customer = new CustomerOfOriginator(entities);
        return NodeDefinition.of(
                CustomerAttributesNode.class,
                MappedDataConfiguration.DEFAULT,
                MappedDataConfiguration.UPGRADE,
                (configuration, _) ->
                        new CustomerAttributesNode(
                                customer, configuration.values(attributes, timeseries)));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        values.requireRoomIn(message);
        return new NodeResult.Later(
                customer.of(message).thenCompose(found -> values.enrich(message, found.entity())));
    }
}
