// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageJson;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Deletes values from the payload's top level or from the metadata. */
@NodeType(
        id = "transform.delete-keys",
        alias = "org.thingsboard.rule.engine.transform.TbDeleteKeysNode",
        group = NodeGroup.TRANSFORMATION,
        name = "delete key-value pairs",
        description = "Deletes chosen values from the payload or from the metadata.",
        version = 2)
public final class DeleteKeysNode implements RuleNode {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final Configuration DEFAULTS = new Configuration(MessagePart.DATA, Set.of());

    private final MessagePart part;
    private final KeyPatterns keys;

    private DeleteKeysNode(Configuration configuration) {
        this.part = configuration.deleteFrom();
        this.keys = KeyPatterns.of("keys", configuration.keys());
    }

    /**
     * Configuration of the node.
     *
     * @param deleteFrom the part that contains the values
     * @param keys regular expressions, one of which must match the whole key
     */
    public record Configuration(
            @NotNull @JsonPropertyDescription("The part that contains the values.")
                    MessagePart deleteFrom,
            @NotNull @JsonPropertyDescription("The keys, as regular expressions for whole keys.")
                    Set<@NotNull String> keys) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                DeleteKeysNode.class,
                DEFAULTS,
                new MessagePartUpgrade("deleteFrom", "dataToFetch"),
                (configuration, _) -> new DeleteKeysNode(configuration));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return NodeResult.success(
                switch (part) {
                    case DATA -> withoutInPayload(message);
                    case METADATA -> withoutInMetadata(message);
                });
    }

    private RuleMessage withoutInPayload(RuleMessage message) {
        if (!(message.payload().json() instanceof ObjectNode payload)) {
            return message;
        }
        ObjectNode kept = JSON.createObjectNode();
        payload.forEachEntry((key, value) -> {
            if (!keys.match(key)) {
                kept.set(key, value);
            }
        });
        return kept.size() == payload.size() ? message : message.withPayload(Payload.of(kept));
    }

    private RuleMessage withoutInMetadata(RuleMessage message) {
        Map<String, String> kept = new LinkedHashMap<>(message.metadata().values());
        return kept.keySet().removeIf(keys::match)
                ? message.withMetadata(Metadata.of(kept))
                : message;
    }
}
