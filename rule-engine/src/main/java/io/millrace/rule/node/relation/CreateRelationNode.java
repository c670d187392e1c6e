// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.relation;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.node.Template;
import io.millrace.rule.node.related.MissingEntities;
import io.millrace.rule.node.related.NewOriginator;
import io.millrace.rule.store.Relation;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.SearchDirection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Relates the originator to an entity with a name. Messages of one originator are processed one after the other, so that
 * the relation of the last message remains if a relation replaces those before.
 */
@NodeType(
        id = "action.create-relation",
        alias = "org.thingsboard.rule.engine.action.TbCreateRelationNode",
        group = NodeGroup.ACTION,
        name = "create relation",
        description =
                "Relates the originator to the entity with a given name, which can be created if it is missing.",
        version = 1,
        effect = true,
        waitsForStore = true)
public final class CreateRelationNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    SearchDirection.FROM, "Contains", null, "", null, false, false, false);

    private final Configuration configuration;
    private final RelatedEntity other;
    private final Template type;
    private final RelationStore relations;
    private final OriginatorSequence sequence = new OriginatorSequence();

    private CreateRelationNode(
            Configuration configuration, RelatedEntity other, RelationStore relations) {
        this.configuration = configuration;
        this.other = other;
        this.type = Template.of(configuration.relationType());
        this.relations = relations;
    }

    /**
     * Configuration of the node.
     *
     * @param direction the end of the relation at which the originator is
     * @param relationType template of the relation's type
     * @param entityType type of the other entity; null only in the configuration of a new node, which cannot start with
     *     it
     * @param entityNamePattern template of the other entity's name; not used for the tenant
     * @param entityTypePattern template of the profile's name of a created device or asset; null or empty: the default
     *     profile
     * @param createEntityIfNotExists whether a missing device, asset or customer is created
     * @param removeCurrentRelations whether the other relations of this type and direction are removed
     * @param changeOriginatorToRelatedEntity whether the other entity becomes the message's originator
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
            @JsonPropertyDescription(
                            "Template of the profile's name of a device or asset that is created; empty: the default"
                                    + " profile.")
                    @Nullable String entityTypePattern,
            @JsonPropertyDescription(
                            "Whether a missing entity is created: a device, an asset or a customer.")
                    boolean createEntityIfNotExists,
            @JsonPropertyDescription(
                            "Whether the originator's other relations of this type and direction are removed.")
                    boolean removeCurrentRelations,
            @JsonPropertyDescription("Whether the other entity becomes the message's originator.")
                    boolean changeOriginatorToRelatedEntity) {

        private RelatedEntity other(NodeIdentity node, MissingEntities.Ports ports) {
            return createEntityIfNotExists
                            && entityType != null
                            && RelatedEntity.CREATABLE.contains(entityType)
                    ? RelatedEntity.created(
                            entityType,
                            entityNamePattern,
                            entityTypePattern,
                            new MissingEntities(node, ports))
                    : RelatedEntity.existing(entityType, entityNamePattern, ports.entities());
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(
            RelationStore relations, MissingEntities.Ports ports) {
        return NodeDefinition.of(
                CreateRelationNode.class,
                DEFAULTS,
                OlderRelation.UPGRADE,
                (configuration, node) ->
                        new CreateRelationNode(
                                configuration, configuration.other(node, ports), relations));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        String resolved = type.resolve(message);
        return new NodeResult.Later(
                sequence.then(
                        message.originator(),
                        () ->
                                other.of(message, call)
                                        .thenCompose(entity ->
                                                relate(message, entity, resolved, call))));
    }

    private CompletionStage<NodeResult> relate(
            RuleMessage message, EntityId entity, String resolved, NodeCall call) {
        SearchDirection direction = configuration.direction();
        Relation relation = Relation.of(message.originator(), direction, entity, resolved);
        CompletionStage<Void> added =
                configuration.removeCurrentRelations()
                        ? relations.addAsOnly(message.tenant(), relation, direction, call.lease())
                        : relations.add(message.tenant(), relation, call.lease());
        return added.thenApply(_ -> NodeResult.success(leaving(message, entity)));
    }

    private RuleMessage leaving(RuleMessage message, EntityId entity) {
        return configuration.changeOriginatorToRelatedEntity()
                ? NewOriginator.of(message, entity)
                : message;
    }
}
