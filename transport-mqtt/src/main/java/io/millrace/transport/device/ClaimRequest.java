// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A device's consent to be claimed by a user.
 *
 * @param secretKey what the user has to know; may be empty
 * @param duration how long the consent is valid; null: as the server decides
 */
public record ClaimRequest(String secretKey, @Nullable Duration duration) {

    /** A request without a secret. */
    public static final ClaimRequest EMPTY = new ClaimRequest("", null);

    /**
     * Reads {@code {"secretKey": "…", "durationMs": 60000}}; both are optional, and so is the whole payload.
     *
     * @throws MalformedPayloadException if the payload is something else
     */
    public static ClaimRequest of(byte[] json) {
        return json.length == 0 ? EMPTY : of(Payload.of(json).json());
    }

    /**
     * Reads the same from parsed JSON.
     *
     * @throws MalformedPayloadException if it is something else
     */
    public static ClaimRequest of(JsonNode request) {
        if (!request.isObject()) {
            throw new MalformedPayloadException("a claim must be a JSON object");
        }
        JsonNode secret = request.path("secretKey");
        JsonNode millis = request.path("durationMs");
        if (!isAbsent(secret) && !secret.isString()) {
            throw new MalformedPayloadException("secretKey must be a text");
        }
        if (!isAbsent(millis) && !(millis.canConvertToLong() && millis.asLong() > 0)) {
            throw new MalformedPayloadException("durationMs must be a positive number");
        }
        return new ClaimRequest(
                secret.asString(""), isAbsent(millis) ? null : Duration.ofMillis(millis.asLong()));
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /** Does not show the secret. */
    @Override
    public String toString() {
        return "claim for " + duration;
    }
}
