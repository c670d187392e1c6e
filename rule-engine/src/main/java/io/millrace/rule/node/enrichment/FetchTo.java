// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageJson;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Where a node writes fetched values. */
public enum FetchTo {
    /** Into the payload, which must be a JSON object, as members with the values' types, null included. */
    DATA,
    /** Into the metadata, as texts; nulls are left out. The payload is not read. */
    METADATA;

    private static final JsonMapper JSON = MessageJson.MAPPER;

    /**
     * Checks that values can be written to the message, before any of them is fetched.
     *
     * @throws MalformedPayloadException if the payload must be a JSON object, and is not
     */
    void requireRoomIn(RuleMessage message) {
        if (this == DATA) {
            var _ = objectIn(message.payload());
        }
    }

    /** Returns the message with the values added or replaced, in their order; the same message if there are none. */
    RuleMessage write(RuleMessage message, Map<String, ? extends @Nullable Value> values) {
        if (values.isEmpty()) {
            return message;
        }
        return switch (this) {
            case DATA -> message.withPayload(Payload.of(enriched(message.payload(), values)));
            case METADATA -> message.withMetadata(message.metadata().with(texts(values)));
        };
    }

    private static ObjectNode enriched(
            Payload payload, Map<String, ? extends @Nullable Value> values) {
        ObjectNode enriched = JSON.createObjectNode();
        enriched.setAll(objectIn(payload));
        values.forEach((key, value) ->
                enriched.set(key, value == null ? NullNode.getInstance() : value.asJson()));
        return enriched;
    }

    private static Map<String, @Nullable String> texts(
            Map<String, ? extends @Nullable Value> values) {
        Map<String, @Nullable String> texts = LinkedHashMap.newLinkedHashMap(values.size());
        values.forEach((key, value) -> texts.put(key, value == null ? null : value.asText()));
        return texts;
    }

    private static ObjectNode objectIn(Payload payload) {
        JsonNode json = payload.json();
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw new MalformedPayloadException(
                "the payload must be a JSON object, not " + json.getNodeType());
    }
}
