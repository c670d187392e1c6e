// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.EntityStore;

/** Adds details of the tenant, such as title and address, as {@code tenant_title} and so on. */
@NodeType(
        id = "enrichment.tenant-details",
        alias = "org.thingsboard.rule.engine.metadata.TbGetTenantDetailsNode",
        group = NodeGroup.ENRICHMENT,
        name = "tenant details",
        description = "Adds details of the tenant, such as title and address, to the message.",
        version = 1,
        waitsForStore = true)
public final class TenantDetailsNode implements RuleNode {

    private final EntityDetails details;
    private final EntityStore entities;

    private TenantDetailsNode(EntityDetails details, EntityStore entities) {
        this.details = details;
        this.entities = entities;
    }

    /** Returns the definition of this node type, which reads from the given store. */
    public static NodeDefinition<EntityDetails> definition(EntityStore entities) {
        return NodeDefinition.of(
                TenantDetailsNode.class,
                EntityDetails.DEFAULT,
                EntityDetails.UPGRADE,
                (configuration, _) -> new TenantDetailsNode(configuration, entities));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        details.fetchTo().requireRoomIn(message);
        return new NodeResult.Later(
                entities.find(message.tenant(), message.tenant().entity())
                        .thenApply(found ->
                                NodeResult.success(
                                        found.map(tenant ->
                                                        details.write(message, "tenant_", tenant))
                                                .orElse(message))));
    }
}
