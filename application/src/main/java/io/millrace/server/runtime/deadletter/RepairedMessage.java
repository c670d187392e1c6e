// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.message.JsonErrors;
import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.JsonTextCheck;
import io.millrace.server.web.api.ApiException;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/**
 * What replaces parts of a dead letter's message before it is resent; null keeps the part.
 *
 * @param type the message type
 * @param data the payload as text of the letter's data type: JSON, any text, or Base64 if it is binary
 * @param metadata the whole metadata
 */
record RepairedMessage(
        @Nullable String type,
        @Nullable String data,
        @Nullable Map<String, @Nullable String> metadata) {

    /**
     * Returns the message with the replaced parts. It keeps its id, originator, queue, entry point and data type.
     *
     * @throws ApiException (400) if a part is not valid
     */
    RuleMessage repair(RuleMessage message) {
        RuleMessage repaired = message;
        if (type != null) {
            repaired = repaired.withType(requireType(type));
        }
        if (data != null) {
            repaired = repaired.withPayload(payload(message, data));
        }
        if (metadata != null) {
            repaired = repaired.withMetadata(requireTexts(metadata));
        }
        return repaired;
    }

    private static String requireType(String type) {
        if (type.isBlank()) {
            throw ApiException.badRequest("type: expected a message type; it is blank");
        }
        return type;
    }

    private static Metadata requireTexts(Map<String, @Nullable String> metadata) {
        metadata.forEach((key, value) -> {
            if (value == null) {
                throw ApiException.badRequest(
                        "metadata.%s: expected a text, got null".formatted(key));
            }
        });
        return Metadata.of(metadata);
    }

    private static Payload payload(RuleMessage message, String data) {
        return switch (message.dataType()) {
            case JSON -> json(data);
            case TEXT -> Payload.ofText(data);
            case BINARY -> binary(data);
        };
    }

    private static Payload json(String data) {
        Payload payload = Payload.ofText(data);
        try {
            payload.json();
        } catch (MalformedPayloadException malformed) {
            throw ApiException.badRequest("data: " + describe(malformed));
        }
        // The check of the request's body does not see the escapes of a JSON text inside of a text.
        JsonTextCheck.@Nullable Fault fault =
                JsonTextCheck.faultIn(payload.buffer(), payload.offset(), payload.length());
        if (fault != null) {
            throw ApiException.badRequest("data: " + fault.sentence());
        }
        return payload;
    }

    private static String describe(MalformedPayloadException malformed) {
        if (!(malformed.getCause() instanceof JacksonException syntax)) {
            return String.valueOf(malformed.getMessage());
        }
        TokenStreamLocation at = syntax.getLocation();
        return at == null || at.getLineNr() < 1
                ? "not valid JSON: " + JsonErrors.describe(syntax)
                : "not valid JSON (line %d, column %d): %s"
                        .formatted(at.getLineNr(), at.getColumnNr(), JsonErrors.describe(syntax));
    }

    private static Payload binary(String data) {
        try {
            return Payload.of(Base64.getDecoder().decode(data));
        } catch (IllegalArgumentException notBase64) {
            throw ApiException.badRequest(
                    "data: expected Base64, because the payload is binary: "
                            + notBase64.getMessage());
        }
    }
}
