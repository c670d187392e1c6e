// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Checks whether a message has certain keys. The payload is parsed only if keys of it are configured. */
@NodeType(
        id = "filter.check-fields",
        alias = "org.thingsboard.rule.engine.filter.TbCheckMessageNode",
        group = NodeGroup.FILTER,
        name = "check fields presence",
        description = "Checks whether each message has certain keys in its payload and metadata.",
        labels = {"True", "False"})
public final class CheckFieldsNode implements RuleNode {

    private static final Configuration DEFAULTS = new Configuration(List.of(), List.of(), true);

    private final List<String> inPayload;
    private final List<String> inMetadata;
    private final boolean all;

    private CheckFieldsNode(Configuration configuration) {
        this.inPayload = List.copyOf(configuration.messageNames());
        this.inMetadata = List.copyOf(configuration.metadataNames());
        this.all = configuration.checkAllKeys();
    }

    /**
     * Configuration of the node.
     *
     * @param messageNames keys of the payload's top level; a JSON null counts as present
     * @param metadataNames keys of the metadata
     * @param checkAllKeys whether all keys must be present instead of at least one
     */
    public record Configuration(
            @NotNull @JsonPropertyDescription("Keys of the payload's top level.")
                    List<@NotNull String> messageNames,
            @NotNull @JsonPropertyDescription("Keys of the metadata.")
                    List<@NotNull String> metadataNames,
            @JsonPropertyDescription("Whether all keys must be present instead of at least one.")
                    boolean checkAllKeys) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                CheckFieldsNode.class,
                DEFAULTS,
                (configuration, _) -> new CheckFieldsNode(configuration));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        boolean passes =
                all
                        ? payloadHas(message) && metadataHas(message)
                        : payloadHas(message) || metadataHas(message);
        return NodeResult.to(passes ? "True" : "False", message);
    }

    private boolean payloadHas(RuleMessage message) {
        if (inPayload.isEmpty()) {
            return all;
        }
        JsonNode payload = message.payload().json();
        if (!payload.isObject()) {
            throw new IllegalArgumentException(
                    "the payload must be a JSON object, not " + payload.getNodeType());
        }
        return has(inPayload, payload::has);
    }

    private boolean metadataHas(RuleMessage message) {
        return has(inMetadata, key -> message.metadata().get(key) != null);
    }

    private boolean has(List<String> keys, Predicate<String> present) {
        return all ? keys.stream().allMatch(present) : keys.stream().anyMatch(present);
    }
}
