// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A device's request for its attributes.
 *
 * @param clientKeys keys of client attributes; null: all if no shared keys are asked for either, else none
 * @param sharedKeys keys of shared attributes, likewise
 */
public record AttributeRequest(
        @Nullable List<String> clientKeys, @Nullable List<String> sharedKeys) {

    private static final int MAX_KEYS = 1_000;

    /** @throws MalformedPayloadException if there are too many keys */
    public AttributeRequest {
        clientKeys = clientKeys == null ? null : bounded("clientKeys", clientKeys);
        sharedKeys = sharedKeys == null ? null : bounded("sharedKeys", sharedKeys);
    }

    private static List<String> bounded(String name, List<String> keys) {
        if (keys.size() > MAX_KEYS) {
            throw new MalformedPayloadException(
                    "%s has %d keys; at most %d are allowed"
                            .formatted(name, keys.size(), MAX_KEYS));
        }
        return List.copyOf(keys);
    }

    /** True if all client and all shared attributes are asked for. */
    public boolean asksForAll() {
        return clientKeys == null && sharedKeys == null;
    }

    /**
     * Reads {@code {"clientKeys": "a,b", "sharedKeys": "c"}}; both are optional.
     *
     * @throws MalformedPayloadException if the payload is not such an object
     */
    public static AttributeRequest of(byte[] json) {
        JsonNode request = Payload.of(json).json();
        if (!request.isObject()) {
            throw new MalformedPayloadException(
                    "an attribute request must be a JSON object with \"clientKeys\" and \"sharedKeys\"");
        }
        return new AttributeRequest(
                keys("clientKeys", request.path("clientKeys")),
                keys("sharedKeys", request.path("sharedKeys")));
    }

    private static @Nullable List<String> keys(String name, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw new MalformedPayloadException(
                    "%s must be a text of keys, separated by commas".formatted(name));
        }
        return keys(value.asString());
    }

    /** Reads keys that are separated by commas, each once. */
    public static List<String> keys(String text) {
        return Arrays.stream(text.split(",")).filter(key -> !key.isEmpty()).distinct().toList();
    }
}
