// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.relation;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.node.Template;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.Relation;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.SearchDirection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Removes one relation of the originator, or all of a type. */
@NodeType(
        id = "action.delete-relation",
        alias = "org.thingsboard.rule.engine.action.TbDeleteRelationNode",
        group = NodeGroup.ACTION,
        name = "delete relation",
        description =
                "Removes the originator's relation to the entity with a given name, or all its relations of a type.",
        version = 1,
        effect = true,
        waitsForStore = true)
public final class DeleteRelationNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(SearchDirection.FROM, "Contains", null, "", null, false);

    private final SearchDirection direction;
    private final Template type;
    private final @Nullable RelatedEntity other;
    private final RelationStore relations;
    private final OriginatorSequence sequence = new OriginatorSequence();

    private DeleteRelationNode(
            Configuration configuration, @Nullable RelatedEntity other, RelationStore relations) {
        this.direction = configuration.direction();
        this.type = Template.of(configuration.relationType());
        this.other = other;
        this.relations = relations;
    }

    /**
     * Configuration of the node.
     *
     * @param direction the end of the relation at which the originator is
     * @param relationType template of the relation's type
     * @param entityType type of the other entity; required for a single relation
     * @param entityNamePattern template of the other entity's name; required for a single relation, except to the tenant
     * @param entityTypePattern kept for chains that are exported again
     * @param deleteForSingleEntity whether only the relation to that entity is removed
     */
    public record Configuration(
            @NotNull
                    @JsonPropertyDescription(
                            "FROM: the relation starts at the originator. TO: it ends there.")
                    SearchDirection direction,
            @NotBlank @JsonPropertyDescription("Template of the relation's type.")
                    String relationType,
            @JsonPropertyDescription(
                            "Type of the other entity: TENANT, DEVICE, ASSET, CUSTOMER, ENTITY_VIEW, DASHBOARD, EDGE"
                                    + " or USER.")
                    @Nullable EntityType entityType,
            @JsonPropertyDescription(
                            "Template of the other entity's name: the title of a customer, the email address of a"
                                    + " user. Not used for TENANT.")
                    @Nullable String entityNamePattern,
            @JsonPropertyDescription("Has no effect; exists for ThingsBoard's chains.")
                    @Nullable String entityTypePattern,
            @JsonPropertyDescription(
                            "Whether only the relation to one entity is removed instead of all of the type.")
                    boolean deleteForSingleEntity) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(
            RelationStore relations, EntityStore entities) {
        return NodeDefinition.of(
                DeleteRelationNode.class,
                DEFAULTS,
                OlderRelation.UPGRADE,
                (configuration, _) ->
                        new DeleteRelationNode(
                                configuration,
                                configuration.deleteForSingleEntity()
                                        ? RelatedEntity.existing(
                                                configuration.entityType(),
                                                configuration.entityNamePattern(),
                                                entities)
                                        : null,
                                relations));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        String resolved = type.resolve(message);
        return new NodeResult.Later(
                sequence.then(
                        message.originator(),
                        () ->
                                remove(message, resolved, call)
                                        .thenApply(_ -> NodeResult.success(message))));
    }

    private CompletionStage<Void> remove(RuleMessage message, String resolved, NodeCall call) {
        if (other == null) {
            return relations.removeAll(
                    message.tenant(), message.originator(), direction, resolved, call.lease());
        }
        return other.of(message, call)
                .thenCompose(entity ->
                        relations.remove(
                                message.tenant(),
                                Relation.of(message.originator(), direction, entity, resolved),
                                call.lease()));
    }
}
