// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.EntityStore;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Adds fields of the originator, such as its name. The values are always texts. */
@NodeType(
        id = "enrichment.originator-fields",
        alias = "org.thingsboard.rule.engine.metadata.TbGetOriginatorFieldsNode",
        group = NodeGroup.ENRICHMENT,
        name = "originator fields",
        description = "Adds fields of the originator, such as its name or type, to the message.",
        version = 1,
        waitsForStore = true)
public final class OriginatorFieldsNode implements RuleNode {

    private static final Set<EntityType> WITH_FIELDS =
            EnumSet.of(
                    EntityType.TENANT,
                    EntityType.CUSTOMER,
                    EntityType.USER,
                    EntityType.ASSET,
                    EntityType.DEVICE,
                    EntityType.ALARM,
                    EntityType.RULE_CHAIN,
                    EntityType.ENTITY_VIEW,
                    EntityType.EDGE);

    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                OlderConfiguration.rename(configuration, "fieldsMapping", "dataMapping");
                OlderConfiguration.setIfAbsent(configuration, "fetchTo", FetchTo.METADATA);
            };

    private final MappedValues fields;

    private OriginatorFieldsNode(MappedValues fields) {
        this.fields = fields;
    }

    /**
     * Configuration of the node.
     *
     * @param dataMapping the dotted path of each field, and the name under which it is written; names are templates
     * @param ignoreNullStrings whether fields that are null or empty are skipped
     * @param fetchTo where the fields are written
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Each field, such as name or additionalInfo.description, and the name under which it is"
                                    + " written. Names may be templates.")
                    @NotEmpty
                    Map<String, @NotNull String> dataMapping,
            @JsonPropertyDescription("Whether fields that are null or empty are skipped.")
                    boolean ignoreNullStrings,
            @JsonPropertyDescription("Where the fields are written: payload or metadata.") @NotNull
                    FetchTo fetchTo) {

        public Configuration {
            dataMapping = Absent.asEmpty(dataMapping);
        }

        private static Configuration defaults() {
            Map<String, String> mapping = new LinkedHashMap<>();
            mapping.put("name", "originatorName");
            mapping.put("type", "originatorType");
            return new Configuration(mapping, false, FetchTo.METADATA);
        }
    }

    /** Returns the definition of this node type, which reads from the given store. */
    public static NodeDefinition<Configuration> definition(EntityStore entities) {
        return NodeDefinition.of(
                OriginatorFieldsNode.class,
                Configuration.defaults(),
                UPGRADE,
                (configuration, _) ->
                        new OriginatorFieldsNode(
                                MappedValues.byFields(
                                        configuration.dataMapping(),
                                        new EntityFields(
                                                entities, configuration.ignoreNullStrings()),
                                        configuration.fetchTo())));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        fields.requireRoomIn(message);
        EntityType type = message.originator().type();
        if (!WITH_FIELDS.contains(type)) {
            return new NodeResult.Failed(
                    message, "originator type not supported: " + type.normalName());
        }
        return new NodeResult.Later(fields.enrich(message, message.originator()));
    }
}
