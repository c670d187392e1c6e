// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityStore.Entity;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Adds details of the originator's customer, such as title and address, as {@code customer_title} and so on. An
 * originator or customer that has been deleted meanwhile adds nothing.
 */
@NodeType(
        id = "enrichment.customer-details",
        alias = "org.thingsboard.rule.engine.metadata.TbGetCustomerDetailsNode",
        group = NodeGroup.ENRICHMENT,
        name = "customer details",
        description =
                "Adds details of the originator's customer, such as title and address, to the message.",
        version = 1,
        waitsForStore = true)
public final class CustomerDetailsNode implements RuleNode {

    /**
     * The originator types that this node accepts; as in ThingsBoard, they differ from those of other nodes that look
     * up a customer.
     */
    private static final Set<EntityType> SUPPORTED =
            EnumSet.of(
                    EntityType.DEVICE,
                    EntityType.ASSET,
                    EntityType.ENTITY_VIEW,
                    EntityType.USER,
                    EntityType.EDGE);

    private final EntityDetails details;
    private final EntityStore entities;

    private CustomerDetailsNode(EntityDetails details, EntityStore entities) {
        this.details = details;
        this.entities = entities;
    }

    /** Returns the definition of this node type, which reads from the given store. */
    public static NodeDefinition<EntityDetails> definition(EntityStore entities) {
        return NodeDefinition.of(
                CustomerDetailsNode.class,
                EntityDetails.DEFAULT,
                EntityDetails.UPGRADE,
                (configuration, _) -> new CustomerDetailsNode(configuration, entities));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        details.fetchTo().requireRoomIn(message);
        EntityType type = message.originator().type();
        if (!SUPPORTED.contains(type)) {
            return new NodeResult.Failed(
                    message, "originator type not supported: " + type.normalName());
        }
        return new NodeResult.Later(
                entities.find(message.tenant(), message.originator())
                        .thenCompose(originator -> enrich(message, originator)));
    }

    private CompletionStage<NodeResult> enrich(RuleMessage message, Optional<Entity> originator) {
        if (originator.isEmpty()) {
            return CompletableFuture.completedStage(NodeResult.success(message));
        }
        CustomerId customer = originator.get().customer();
        if (customer == null) {
            return CompletableFuture.completedStage(
                    new NodeResult.Failed(
                            message,
                            "%s \"%s\" is not assigned to a customer"
                                    .formatted(
                                            message.originator().type().normalName(),
                                            originator.get().name())));
        }
        return entities.find(message.tenant(), customer.entity())
                .thenApply(found ->
                        NodeResult.success(
                                found.map(its -> details.write(message, "customer_", its))
                                        .orElse(message)));
    }
}
