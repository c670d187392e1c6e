// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks whether a message's originator has one of the configured entity types. */
@NodeType(
        id = "filter.originator-type",
        alias = "org.thingsboard.rule.engine.filter.TbOriginatorTypeFilterNode",
        group = NodeGroup.FILTER,
        name = "entity type filter",
        description =
                "Checks whether the originator of each message has one of the configured entity types.",
        labels = {"True", "False"})
public final class OriginatorTypeFilterNode implements RuleNode {

    private static final Configuration DEFAULTS = new Configuration(Set.of(EntityType.DEVICE));

    private final Set<EntityType> types;

    private OriginatorTypeFilterNode(Set<EntityType> types) {
        this.types = types;
    }

    /**
     * Configuration of the node.
     *
     * @param originatorTypes the accepted entity types
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Entity types of the originators whose messages leave by True.")
                    Set<EntityType> originatorTypes) {

        public Configuration(@Nullable Set<EntityType> originatorTypes) {
            if (originatorTypes == null) {
                throw new InvalidConfigurationException(
                        "originatorTypes: must be a list of entity types, but is missing");
            }
            this.originatorTypes = Set.copyOf(originatorTypes);
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                OriginatorTypeFilterNode.class,
                DEFAULTS,
                (configuration, _) ->
                        new OriginatorTypeFilterNode(configuration.originatorTypes()));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return NodeResult.to(
                types.contains(message.originator().type()) ? "True" : "False", message);
    }
}
