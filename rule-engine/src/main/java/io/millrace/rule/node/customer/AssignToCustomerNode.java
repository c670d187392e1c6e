// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.customer;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.Template;
import io.millrace.rule.node.related.MissingEntities;
import io.millrace.rule.node.related.NamedEntities;
import io.millrace.rule.store.EntityWrites.NewEntity;
import jakarta.validation.constraints.NotBlank;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Assigns the originator to the customer with a title. */
@NodeType(
        id = "action.assign-to-customer",
        alias = "org.thingsboard.rule.engine.action.TbAssignToCustomerNode",
        group = NodeGroup.ACTION,
        name = "assign to customer",
        description =
                "Assigns the originator, a device, an asset or an entity view, to the customer with a given title.",
        version = 1,
        effect = true,
        waitsForStore = true)
public final class AssignToCustomerNode implements EffectNode {

    private static final Configuration DEFAULTS = new Configuration("", false);

    private final Template title;
    private final Customers customers;
    private final Assignments assignments;

    private AssignToCustomerNode(Template title, Customers customers, Assignments assignments) {
        this.title = title;
        this.customers = customers;
        this.assignments = assignments;
    }

    /** Finds the customer with a title. */
    @FunctionalInterface
    private interface Customers {

        CompletionStage<EntityId> of(RuleMessage message, String title, NodeCall call);
    }

    /**
     * Configuration of the node.
     *
     * @param customerNamePattern template of the customer's title
     * @param createCustomerIfNotExists whether a missing customer is created
     */
    public record Configuration(
            @NotBlank @JsonPropertyDescription("Template of the customer's title.")
                    String customerNamePattern,
            @JsonPropertyDescription("Whether a missing customer is created.")
                    boolean createCustomerIfNotExists) {

        private Customers customers(NodeIdentity node, MissingEntities.Ports ports) {
            if (createCustomerIfNotExists) {
                MissingEntities missing = new MissingEntities(node, ports);
                return (message, title, call) ->
                        missing.findOrCreate(
                                message, new NewEntity(EntityType.CUSTOMER, title, null), call);
            }
            NamedEntities named = new NamedEntities(ports.entities());
            return (message, title, _) -> named.require(message, EntityType.CUSTOMER, title);
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(MissingEntities.Ports ports) {
        return NodeDefinition.of(
                AssignToCustomerNode.class,
                DEFAULTS,
                OlderAssignment.UPGRADE,
                (configuration, node) ->
                        new AssignToCustomerNode(
                                Template.of(configuration.customerNamePattern()),
                                configuration.customers(node, ports),
                                new Assignments(ports.writes())));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        String resolved = title.resolve(message);
        return assignments.assign(message, call, () -> customer(message, resolved, call));
    }

    private CompletionStage<@Nullable CustomerId> customer(
            RuleMessage message, String resolved, NodeCall call) {
        return customers.of(message, resolved, call).thenApply(id -> new CustomerId(id.id()));
    }
}
