// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageJson;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Copies values between the payload's top level and the metadata. In the metadata, strings are written unchanged and
 * all else as compact JSON; in the payload, all values are written as strings.
 */
@NodeType(
        id = "transform.copy-keys",
        alias = "org.thingsboard.rule.engine.transform.TbCopyKeysNode",
        group = NodeGroup.TRANSFORMATION,
        name = "copy key-value pairs",
        description = "Copies chosen values from the payload to the metadata, or back.",
        version = 2)
public final class CopyKeysNode implements RuleNode {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final Configuration DEFAULTS = new Configuration(MessagePart.DATA, Set.of());

    private final MessagePart source;
    private final KeyPatterns keys;

    private CopyKeysNode(Configuration configuration) {
        this.source = configuration.copyFrom();
        this.keys = KeyPatterns.of("keys", configuration.keys());
    }

    /**
     * Configuration of the node.
     *
     * @param copyFrom the part that contains the values; they are copied to the other part
     * @param keys regular expressions, one of which must match the whole key
     */
    public record Configuration(
            @NotNull
                    @JsonPropertyDescription(
                            "The part that contains the values; they are copied to the other.")
                    MessagePart copyFrom,
            @NotNull @JsonPropertyDescription("The keys, as regular expressions for whole keys.")
                    Set<@NotNull String> keys) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                CopyKeysNode.class,
                DEFAULTS,
                new MessagePartUpgrade("copyFrom", "fromMetadata"),
                (configuration, _) -> new CopyKeysNode(configuration));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (!(message.payload().json() instanceof ObjectNode payload)) {
            return NodeResult.success(message);
        }
        return NodeResult.success(
                switch (source) {
                    case DATA -> copiedToMetadata(message, payload);
                    case METADATA -> copiedToPayload(message, payload);
                });
    }

    private RuleMessage copiedToMetadata(RuleMessage message, ObjectNode payload) {
        Map<String, String> copied = new LinkedHashMap<>();
        payload.forEachEntry((key, value) -> {
            if (keys.match(key)) {
                copied.put(key, textOf(value));
            }
        });
        return copied.isEmpty() ? message : message.withMetadata(message.metadata().with(copied));
    }

    private static String textOf(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    private RuleMessage copiedToPayload(RuleMessage message, ObjectNode payload) {
        ObjectNode changed = JSON.createObjectNode();
        changed.setAll(payload);
        boolean copied = false;
        for (Map.Entry<String, String> entry : message.metadata().values().entrySet()) {
            if (keys.match(entry.getKey())) {
                changed.put(entry.getKey(), entry.getValue());
                copied = true;
            }
        }
        return copied ? message.withPayload(Payload.of(changed)) : message;
    }
}
