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
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Renames keys of the payload's top level or of the metadata, one after another, so that a later renaming sees the
 * result of an earlier one. A key renamed to itself stays; ThingsBoard deletes it.
 */
@NodeType(
        id = "transform.rename-keys",
        alias = "org.thingsboard.rule.engine.transform.TbRenameKeysNode",
        group = NodeGroup.TRANSFORMATION,
        name = "rename keys",
        description = "Renames chosen keys of the payload or of the metadata.",
        version = 2)
public final class RenameKeysNode implements RuleNode {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final Configuration DEFAULTS =
            new Configuration(MessagePart.DATA, Map.of("temperatureCelsius", "temperature"));

    private final MessagePart part;
    private final Map<String, String> newKeys;

    private RenameKeysNode(Configuration configuration) {
        this.part = configuration.renameIn();
        this.newKeys = new LinkedHashMap<>(configuration.renameKeysMapping());
        newKeys.entrySet().removeIf(entry -> entry.getKey().equals(entry.getValue()));
    }

    /**
     * Configuration of the node.
     *
     * @param renameIn the part that contains the keys
     * @param renameKeysMapping new keys by the old ones, which are renamed in this order
     */
    public record Configuration(
            @NotNull @JsonPropertyDescription("The part that contains the keys.")
                    MessagePart renameIn,
            @NotEmpty @JsonPropertyDescription("The new keys by the old ones.")
                    Map<String, @NotNull String> renameKeysMapping) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                RenameKeysNode.class,
                DEFAULTS,
                new MessagePartUpgrade("renameIn", "fromMetadata"),
                (configuration, _) -> new RenameKeysNode(configuration));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return NodeResult.success(
                switch (part) {
                    case DATA -> renamedInPayload(message);
                    case METADATA -> renamedInMetadata(message);
                });
    }

    private RuleMessage renamedInPayload(RuleMessage message) {
        if (!(message.payload().json() instanceof ObjectNode payload)
                || newKeys.keySet().stream().noneMatch(payload::has)) {
            return message;
        }
        ObjectNode renamed = JSON.createObjectNode();
        renamed.setAll(payload);
        newKeys.forEach((oldKey, newKey) -> {
            @Nullable JsonNode value = renamed.remove(oldKey);
            if (value != null) {
                renamed.set(newKey, value);
            }
        });
        return message.withPayload(Payload.of(renamed));
    }

    private RuleMessage renamedInMetadata(RuleMessage message) {
        Map<String, String> renamed = new LinkedHashMap<>(message.metadata().values());
        if (newKeys.keySet().stream().noneMatch(renamed::containsKey)) {
            return message;
        }
        newKeys.forEach((oldKey, newKey) -> {
            @Nullable String value = renamed.remove(oldKey);
            if (value != null) {
                renamed.put(newKey, value);
            }
        });
        return message.withMetadata(Metadata.of(renamed));
    }
}
