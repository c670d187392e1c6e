// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.related.RelationsQueryConfiguration;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.TimeseriesReads;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** Adds server attributes, latest values or fields of the first entity that is related to the originator. */
@NodeType(
        id = "enrichment.related-entity-data",
        alias = "org.thingsboard.rule.engine.metadata.TbGetRelatedAttributeNode",
        group = NodeGroup.ENRICHMENT,
        name = "related entity data",
        description =
                "Adds server attributes, latest telemetry or fields of an entity"
                        + " that is related to the originator.",
        version = 1,
        waitsForStore = true)
public final class RelatedEntityDataNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    Map.of("serialNumber", "sn"),
                    Data.ATTRIBUTES,
                    RelationsQueryConfiguration.DEFAULT,
                    FetchTo.METADATA);

    private final RelationsQuery query;
    private final RelationStore relations;
    private final MappedValues values;

    private RelatedEntityDataNode(
            RelationsQuery query, RelationStore relations, MappedValues values) {
        this.query = query;
        this.relations = relations;
        this.values = values;
    }

    /** What is fetched of the related entity. */
    public enum Data {
        ATTRIBUTES,
        LATEST_TELEMETRY,
        FIELDS
    }

    /**
     * Configuration of the node.
     *
     * @param dataMapping the key of each value, or the path of each field, and the name under which it is written;
     *     names and keys are templates, paths are not
     * @param dataToFetch what the keys refer to
     * @param relationsQuery the query for the entity
     * @param fetchTo where the values are written
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "The key of each value, and the name under which it is written."
                                    + " Both may be templates, except the paths of fields.")
                    @NotEmpty
                    Map<String, @NotNull String> dataMapping,
            @JsonPropertyDescription(
                            "What the keys refer to: server attributes, latest telemetry, or fields such as name.")
                    @NotNull
                    Data dataToFetch,
            @JsonPropertyDescription("The query for the entity; the first result is used.")
                    @NotNull
                    @Valid
                    RelationsQueryConfiguration relationsQuery,
            @JsonPropertyDescription("Where the values are written: payload or metadata.") @NotNull
                    FetchTo fetchTo) {

        public Configuration {
            dataMapping = Absent.asEmpty(dataMapping);
        }
    }

    /** Returns the definition of this node type, which reads from the given stores. */
    public static NodeDefinition<Configuration> definition(
            RelationStore relations,
            EntityStore entities,
            AttributeStore attributes,
            TimeseriesReads timeseries) {
        return NodeDefinition.of(
                RelatedEntityDataNode.class,
                DEFAULTS,
                MappedDataConfiguration.UPGRADE,
                (configuration, _) ->
                        new RelatedEntityDataNode(
                                configuration.relationsQuery().query(),
                                relations,
                                values(configuration, entities, attributes, timeseries)));
    }

    private static MappedValues values(
            Configuration configuration,
            EntityStore entities,
            AttributeStore attributes,
            TimeseriesReads timeseries) {
        Map<String, String> names = configuration.dataMapping();
        FetchTo to = configuration.fetchTo();
        return switch (configuration.dataToFetch()) {
            case ATTRIBUTES ->
                    MappedDataConfiguration.values(
                            names,
                            MappedDataConfiguration.Data.ATTRIBUTES,
                            to,
                            attributes,
                            timeseries);
            case LATEST_TELEMETRY ->
                    MappedDataConfiguration.values(
                            names,
                            MappedDataConfiguration.Data.LATEST_TELEMETRY,
                            to,
                            attributes,
                            timeseries);
            case FIELDS -> MappedValues.byFields(names, new EntityFields(entities, true), to);
        };
    }

    @Override
    public NodeResult process(RuleMessage message) {
        values.requireRoomIn(message);
        return new NodeResult.Later(
                relations
                        .related(message.tenant(), message.originator(), query)
                        .thenCompose(related -> values.enrich(message, first(message, related))));
    }

    private static EntityId first(RuleMessage message, List<EntityId> related) {
        if (related.isEmpty()) {
            throw new NoSuchElementException(
                    "nothing is related to %s %s as configured"
                            .formatted(
                                    message.originator().type().normalName(),
                                    message.originator().id()));
        }
        return related.getFirst();
    }
}
