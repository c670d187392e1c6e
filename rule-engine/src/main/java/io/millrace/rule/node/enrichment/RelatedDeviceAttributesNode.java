// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.TimeseriesReads;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Adds attributes and latest values of the first device related to the originator, see {@link AttributeFetch}. */
@NodeType(
        id = "enrichment.related-device-attributes",
        alias = "org.thingsboard.rule.engine.metadata.TbGetDeviceAttrNode",
        group = NodeGroup.ENRICHMENT,
        name = "related device attributes",
        description =
                "Adds attributes and latest telemetry of a device that is related to the originator.",
        version = 1,
        waitsForStore = true)
public final class RelatedDeviceAttributesNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    true,
                    false,
                    FetchTo.METADATA,
                    DeviceRelationsQuery.DEFAULT);

    private final RelationsQuery query;
    private final Set<String> deviceTypes;
    private final AttributeFetch attributes;
    private final RelationStore relations;
    private final EntityStore entities;

    private RelatedDeviceAttributesNode(
            DeviceRelationsQuery query,
            AttributeFetch attributes,
            RelationStore relations,
            EntityStore entities) {
        this.query = query.ofAnyType();
        this.deviceTypes = Set.copyOf(query.deviceTypes());
        this.attributes = attributes;
        this.relations = relations;
        this.entities = entities;
    }

    /**
     * Configuration of the node. Keys are templates.
     *
     * @param clientAttributeNames keys of client attributes
     * @param sharedAttributeNames keys of shared attributes
     * @param serverAttributeNames keys of server attributes
     * @param latestTsKeyNames keys of latest telemetry
     * @param tellFailureIfAbsent whether a message leaves by {@code Failure} if one of the values does not exist
     * @param getLatestValueWithTs whether latest telemetry includes its time
     * @param fetchTo where the values are written
     * @param deviceRelationsQuery the query for the device
     */
    public record Configuration(
            @JsonPropertyDescription("Keys of client attributes. May be templates.")
                    List<String> clientAttributeNames,
            @JsonPropertyDescription("Keys of shared attributes. May be templates.")
                    List<String> sharedAttributeNames,
            @JsonPropertyDescription("Keys of server attributes. May be templates.")
                    List<String> serverAttributeNames,
            @JsonPropertyDescription("Keys of latest telemetry. May be templates.")
                    List<String> latestTsKeyNames,
            @JsonPropertyDescription(
                            "Whether the message leaves by Failure if one of the values does not exist.")
                    boolean tellFailureIfAbsent,
            @JsonPropertyDescription(
                            "Whether latest telemetry includes its time, as {\"ts\": …, \"value\": …}.")
                    boolean getLatestValueWithTs,
            @JsonPropertyDescription("Where the values are written: payload or metadata.") @NotNull
                    FetchTo fetchTo,
            @JsonPropertyDescription("The query for the device; the first result is used.")
                    @NotNull
                    @Valid
                    DeviceRelationsQuery deviceRelationsQuery)
            implements AttributeSelection {

        public Configuration {
            clientAttributeNames = Absent.asEmpty(clientAttributeNames);
            sharedAttributeNames = Absent.asEmpty(sharedAttributeNames);
            serverAttributeNames = Absent.asEmpty(serverAttributeNames);
            latestTsKeyNames = Absent.asEmpty(latestTsKeyNames);
        }
    }

    /** Returns the definition of this node type, which reads from the given stores. */
    public static NodeDefinition<Configuration> definition(
            AttributeStore attributes,
            TimeseriesReads timeseries,
            RelationStore relations,
            EntityStore entities) {
        return NodeDefinition.of(
                RelatedDeviceAttributesNode.class,
                DEFAULTS,
                AttributeFetch.UPGRADE,
                (configuration, _) ->
                        new RelatedDeviceAttributesNode(
                                configuration.deviceRelationsQuery(),
                                new AttributeFetch(configuration, attributes, timeseries),
                                relations,
                                entities));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        attributes.requireRoomIn(message);
        return new NodeResult.Later(
                relations
                        .related(message.tenant(), message.originator(), query)
                        .thenCompose(related -> firstDevice(message, related.iterator()))
                        .thenCompose(device -> attributes.enrich(message, device)));
    }

    /**
     * Checks the devices one after the other, because the first usually matches. Recurs only after a wait, so that the
     * stack stays flat.
     */
    private CompletionStage<EntityId> firstDevice(
            RuleMessage message, Iterator<EntityId> candidates) {
        while (candidates.hasNext()) {
            EntityId candidate = candidates.next();
            CompletableFuture<Boolean> answer =
                    isWanted(message.tenant(), candidate).toCompletableFuture();
            if (!answer.isDone()) {
                return answer.thenCompose(wanted ->
                        wanted
                                ? CompletableFuture.completedStage(candidate)
                                : firstDevice(message, candidates));
            }
            if (answer.join()) {
                return CompletableFuture.completedStage(candidate);
            }
        }
        throw new NoSuchElementException(
                "no device of the types %s is related to %s %s as configured"
                        .formatted(
                                deviceTypes,
                                message.originator().type().normalName(),
                                message.originator().id()));
    }

    private CompletionStage<Boolean> isWanted(TenantId tenant, EntityId candidate) {
        if (candidate.type() != EntityType.DEVICE) {
            return CompletableFuture.completedStage(false);
        }
        return entities.find(tenant, candidate).thenApply(this::isWanted);
    }

    private boolean isWanted(Optional<Entity> device) {
        return device.map(found -> found.fields().path("type").asString(""))
                .filter(deviceTypes::contains)
                .isPresent();
    }
}
