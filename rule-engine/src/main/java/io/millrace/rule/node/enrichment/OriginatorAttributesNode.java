// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.TimeseriesReads;
import jakarta.validation.constraints.NotNull;
import java.util.List;

/** Adds attributes and latest values of the originator, see {@link AttributeFetch}. */
@NodeType(
        id = "enrichment.originator-attributes",
        alias = "org.thingsboard.rule.engine.metadata.TbGetAttributesNode",
        group = NodeGroup.ENRICHMENT,
        name = "originator attributes",
        description = "Adds attributes and latest telemetry of the originator to the message.",
        version = 1,
        waitsForStore = true)
public final class OriginatorAttributesNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    List.of(), List.of(), List.of(), List.of(), true, false, FetchTo.METADATA);

    private final AttributeFetch attributes;

    private OriginatorAttributesNode(AttributeFetch attributes) {
        this.attributes = attributes;
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
                    FetchTo fetchTo)
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
            AttributeStore attributes, TimeseriesReads timeseries) {
        return NodeDefinition.of(
                OriginatorAttributesNode.class,
                DEFAULTS,
                AttributeFetch.UPGRADE,
                (configuration, _) ->
                        new OriginatorAttributesNode(
                                new AttributeFetch(configuration, attributes, timeseries)));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        attributes.requireRoomIn(message);
        return new NodeResult.Later(attributes.enrich(message, message.originator()));
    }
}
