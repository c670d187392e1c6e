// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits;
import io.millrace.transport.device.DeviceLimits.RateLimits;
import io.millrace.transport.mqtt.exchange.DeviceApi.SessionLimits;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The only RPC that the server answers itself: the limits of a session. Clients request them before they send much. */
final class SessionLimitsAnswer {

    private static final String METHOD = "getSessionLimits";

    private SessionLimitsAnswer() {}

    /**
     * True if an RPC request asks for the limits.
     *
     * @throws MalformedPayloadException if it is not an RPC request
     */
    static boolean isAskedBy(byte[] request) {
        JsonNode method = Payload.of(request).json().path("method");
        if (!method.isString()) {
            throw new MalformedPayloadException(
                    "an RPC request must be a JSON object with a text \"method\"");
        }
        return method.asString().equals(METHOD);
    }

    static byte[] of(AuthenticatedDevice device, SessionLimits session, DeviceLimits limits) {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("maxPayloadSize", session.maxPayloadSize());
        answer.put("maxInflightMessages", session.maxInFlight());
        if (device.options().gateway()) {
            answer.set("gatewayRateLimits", json(limits.of(device, true)));
        }
        answer.set("rateLimits", json(limits.of(device, false)));
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode json(RateLimits limits) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("messages", limits.messages())
                .put("telemetryMessages", limits.telemetryMessages())
                .put("telemetryDataPoints", limits.telemetryDataPoints());
    }
}
