// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.payload;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** The only RPC that the server answers itself: the limits of a session. Clients request it before they send much. */
public final class SessionLimitsRequest {

    private SessionLimitsRequest() {}

    /**
     * True if a client's RPC request asks for the limits.
     *
     * @throws MalformedPayloadException if it is not an RPC request
     */
    public static boolean isAskedBy(byte[] request) {
        JsonNode method = Payload.of(request).json().path("method");
        if (!method.isString()) {
            throw new MalformedPayloadException("expected an object with a \"method\"");
        }
        return method.asString().equals("getSessionLimits");
    }

    /** Returns the answer: the limits of a session without rate limits. */
    public static byte[] answer(int maxPayloadSize, int maxInFlight) {
        return """
        {"maxPayloadSize":%d,"maxInflightMessages":%d,\
        "rateLimits":{"messages":null,"telemetryMessages":null,"telemetryDataPoints":null}}\
        """
                .formatted(maxPayloadSize, maxInFlight)
                .getBytes(StandardCharsets.UTF_8);
    }
}
