// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.Template;
import io.millrace.rule.node.related.CustomerOfOriginator;
import io.millrace.rule.node.related.NamedEntities;
import io.millrace.rule.node.related.NewOriginator;
import io.millrace.rule.node.related.RelationsQueryConfiguration;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationsQuery;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.EnumSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Changes the originator of a message. Payload and metadata stay, and so does the customer; only a message without one
 * gets the new originator as customer, if that is a customer. If the new originator belongs to another instance, the
 * message continues there, in a delivery of its own; otherwise it continues in its own delivery, in parallel with those
 * of the new originator.
 */
@NodeType(
        id = "transform.change-originator",
        alias = "org.thingsboard.rule.engine.transform.TbChangeOriginatorNode",
        group = NodeGroup.TRANSFORMATION,
        name = "change originator",
        description =
                "Changes the originator of each message: to the customer, the tenant, a related entity,"
                        + " the entity of an alarm, or an entity with a given name.",
        waitsForStore = true)
public final class ChangeOriginatorNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration(Source.CUSTOMER, RelationsQueryConfiguration.DEFAULT, null, null);
    private static final Set<EntityType> WITH_NAMES =
            EnumSet.of(
                    EntityType.DEVICE,
                    EntityType.ASSET,
                    EntityType.ENTITY_VIEW,
                    EntityType.EDGE,
                    EntityType.USER);

    private final Target target;

    private ChangeOriginatorNode(Target target) {
        this.target = target;
    }

    /** Finds the new originator of a message, and fails if there is none. */
    @FunctionalInterface
    private interface Target {

        CompletionStage<EntityId> of(RuleMessage message);
    }

    private record Ports(EntityStore entities, RelationStore relations, AlarmStore alarms) {}

    /** The kind of the new originator. */
    public enum Source {
        /** The customer that the originator is assigned to. */
        CUSTOMER,
        /** The tenant. */
        TENANT,
        /** The first related entity. */
        RELATED,
        /** The entity that the originator, an alarm, is about. */
        ALARM_ORIGINATOR,
        /** The entity with a given name. */
        ENTITY
    }

    /**
     * Configuration of the node.
     *
     * @param originatorSource the kind of the new originator
     * @param relationsQuery query for the related entity; required for {@link Source#RELATED}
     * @param entityType type of the entity; required for {@link Source#ENTITY}
     * @param entityNamePattern template of the entity's name, or of a user's email address; required for {@link
     *     Source#ENTITY}
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "The new originator: the originator's customer, the tenant, a related entity,"
                                    + " the entity of an alarm, or an entity with a given name.")
                    @NotNull
                    Source originatorSource,
            @JsonPropertyDescription("The query for the entity; the first result is used.") @Valid
                    @Nullable RelationsQueryConfiguration relationsQuery,
            @JsonPropertyDescription(
                            "Type of the entity with a name: DEVICE, ASSET, ENTITY_VIEW, EDGE or USER.")
                    @Nullable EntityType entityType,
            @JsonPropertyDescription("Template of the entity's name; of a user, the email address.")
                    @Nullable String entityNamePattern) {}

    /** Returns the definition of this node type, which reads from the given stores. */
    public static NodeDefinition<Configuration> definition(
            EntityStore entities, RelationStore relations, AlarmStore alarms) {
        Ports ports = new Ports(entities, relations, alarms);
        return NodeDefinition.of(
                ChangeOriginatorNode.class,
                DEFAULTS,
                (configuration, _) -> new ChangeOriginatorNode(target(configuration, ports)));
    }

    private static Target target(Configuration configuration, Ports ports) {
        return switch (configuration.originatorSource()) {
            case CUSTOMER -> {
                CustomerOfOriginator customer = new CustomerOfOriginator(ports.entities());
                yield message -> customer.of(message).thenApply(CustomerId::entity);
            }
            case TENANT -> message -> CompletableFuture.completedStage(message.tenant().entity());
            case RELATED -> related(configuration, ports.relations());
            case ALARM_ORIGINATOR -> message -> alarmOriginator(message, ports.alarms());
            case ENTITY -> named(configuration, ports.entities());
        };
    }

    private static Target related(Configuration configuration, RelationStore relations) {
        RelationsQueryConfiguration wanted = configuration.relationsQuery();
        if (wanted == null) {
            throw new InvalidConfigurationException(
                    "relationsQuery: must be a query for related entities, but is missing");
        }
        RelationsQuery query = wanted.query();
        return message ->
                relations
                        .related(message.tenant(), message.originator(), query)
                        .thenApply(related ->
                                related.stream().findFirst().orElseThrow(() -> none(message)));
    }

    private static CompletionStage<EntityId> alarmOriginator(
            RuleMessage message, AlarmStore alarms) {
        EntityId originator = message.originator();
        if (originator.type() != EntityType.ALARM) {
            return CompletableFuture.failedStage(
                    new IllegalArgumentException(
                            "the originator must be an alarm, not "
                                    + originator.type().normalName()));
        }
        return alarms.find(message.tenant(), new AlarmId(originator.id()))
                .thenApply(found -> found.map(Alarm::originator).orElseThrow(() -> none(message)));
    }

    private static Target named(Configuration configuration, EntityStore entities) {
        EntityType type = configuration.entityType();
        if (type == null) {
            throw new InvalidConfigurationException(
                    "entityType: must be one of DEVICE, ASSET, ENTITY_VIEW, EDGE, USER, but is missing");
        }
        if (!WITH_NAMES.contains(type)) {
            throw new InvalidConfigurationException(
                    "entityType: \"%s\" is not one of DEVICE, ASSET, ENTITY_VIEW, EDGE, USER"
                            .formatted(type));
        }
        String pattern = configuration.entityNamePattern();
        if (pattern == null || pattern.isEmpty()) {
            throw new InvalidConfigurationException("entityNamePattern: must not be blank");
        }
        Template template = Template.of(pattern);
        NamedEntities named = new NamedEntities(entities);
        return message -> named.require(message, type, template.resolve(message));
    }

    private static NoSuchElementException none(RuleMessage message) {
        return new NoSuchElementException(
                "there is no new originator to be found from %s %s"
                        .formatted(
                                message.originator().type().normalName(),
                                message.originator().id()));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Later(
                target.of(message)
                        .thenApply(found -> NodeResult.success(NewOriginator.of(message, found))));
    }
}
