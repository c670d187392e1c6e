// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.SearchDirection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the originator has a relation of a type, to one entity or to any. An entity that does not exist has no
 * relations; ThingsBoard's node would not start.
 */
@NodeType(
        id = "filter.check-relation",
        alias = "org.thingsboard.rule.engine.filter.TbCheckRelationNode",
        group = NodeGroup.FILTER,
        name = "check relation presence",
        description = "Checks whether the originator has a relation, to a given entity or to any.",
        labels = {"True", "False"},
        version = 1,
        waitsForStore = true)
public final class CheckRelationNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration(true, null, null, SearchDirection.FROM, "Contains");

    /** The direction was formerly that of the given entity; now it is that of the originator. */
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                switch (configuration.path("direction").asString("")) {
                    case "FROM" -> configuration.put("direction", "TO");
                    case "TO" -> configuration.put("direction", "FROM");
                    default -> {
                        // Left unchanged; the start of the node fails with the name of the field.
                    }
                }
            };

    private final @Nullable EntityId other;
    private final SearchDirection direction;
    private final String type;
    private final RelationStore relations;

    private CheckRelationNode(Configuration configuration, RelationStore relations) {
        this.other = configuration.checkForSingleEntity() ? configuration.entity() : null;
        this.direction = configuration.direction();
        this.type = configuration.relationType();
        this.relations = relations;
    }

    /**
     * Configuration of the node.
     *
     * @param checkForSingleEntity whether the relation must be to the given entity instead of any
     * @param entityType type of that entity, or null if any is accepted
     * @param entityId id of that entity as the text of a UUID, or null if any is accepted
     * @param direction which end of the relation the originator is
     * @param relationType type of the relation, case-sensitive
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Whether the relation must be to one given entity instead of any.")
                    boolean checkForSingleEntity,
            @JsonPropertyDescription("Type of that entity.") @Nullable EntityType entityType,
            @JsonPropertyDescription("Id of that entity.") @Nullable String entityId,
            @NotNull
                    @JsonPropertyDescription(
                            "FROM: the relation starts at the originator. TO: it ends there.")
                    SearchDirection direction,
            @NotBlank @JsonPropertyDescription("Type of the relation.") String relationType) {

        private EntityId entity() {
            List<String> faults = new ArrayList<>();
            if (entityType == null) {
                faults.add("entityType: must be a kind of entity, but is missing");
            }
            UUID id = null;
            if (entityId == null || entityId.isEmpty()) {
                faults.add("entityId: must be a UUID, but is missing");
            } else {
                try {
                    id = UUID.fromString(entityId);
                } catch (IllegalArgumentException _) {
                    faults.add("entityId: must be a UUID, not \"%s\"".formatted(entityId));
                }
            }
            if (entityType == null || id == null) {
                throw new InvalidConfigurationException(faults);
            }
            return new EntityId(entityType, id);
        }
    }

    /** Returns the definition of this node type, with the given store for relations. */
    public static NodeDefinition<Configuration> definition(RelationStore relations) {
        return NodeDefinition.of(
                CheckRelationNode.class,
                DEFAULTS,
                UPGRADE,
                (configuration, _) -> new CheckRelationNode(configuration, relations));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Later(
                lookUp(message)
                        .thenApply(exists -> NodeResult.to(exists ? "True" : "False", message)));
    }

    private CompletionStage<Boolean> lookUp(RuleMessage message) {
        EntityId originator = message.originator();
        if (other == null) {
            return relations.existsAny(message.tenant(), originator, direction, type);
        }
        return switch (direction) {
            case FROM -> relations.exists(message.tenant(), originator, other, type);
            case TO -> relations.exists(message.tenant(), other, originator, type);
        };
    }
}
