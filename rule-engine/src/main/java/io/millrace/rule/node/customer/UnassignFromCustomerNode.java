// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.customer;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.store.EntityWrites;
import org.jspecify.annotations.Nullable;

/** Assigns the originator to no customer, whichever it has. */
@NodeType(
        id = "action.unassign-from-customer",
        alias = "org.thingsboard.rule.engine.action.TbUnassignFromCustomerNode",
        group = NodeGroup.ACTION,
        name = "unassign from customer",
        description =
                "Unassigns the originator, a device, an asset or an entity view, from its customer.",
        version = 1,
        effect = true,
        waitsForStore = true)
public final class UnassignFromCustomerNode implements EffectNode {

    private static final Configuration DEFAULTS = new Configuration("");

    private final Assignments assignments;

    private UnassignFromCustomerNode(EntityWrites entities) {
        this.assignments = new Assignments(entities);
    }

    /**
     * Configuration of the node.
     *
     * @param customerNamePattern kept for chains that are exported again: only a dashboard has several customers
     */
    public record Configuration(
            @JsonPropertyDescription("Has no effect; exists for ThingsBoard's dashboards.")
                    @Nullable String customerNamePattern) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(EntityWrites entities) {
        return NodeDefinition.of(
                UnassignFromCustomerNode.class,
                DEFAULTS,
                OlderAssignment.UPGRADE,
                (_, _) -> new UnassignFromCustomerNode(entities));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        return assignments.unassign(message, call);
    }
}
