// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The answer to a provisioning request. */
public sealed interface ProvisionResponse {

    /**
     * The device exists and has these credentials.
     *
     * @param credentialsType {@code ACCESS_TOKEN} or {@code MQTT_BASIC}
     * @param credentialsValue the token as a text, or an object with {@code clientId}, {@code userName} and {@code password}
     */
    record Provisioned(String credentialsType, JsonNode credentialsValue)
            implements ProvisionResponse {

        /** Does not show the credentials. */
        @Override
        public String toString() {
            return "provisioned with " + credentialsType;
        }
    }

    /** No profile has this key and secret, or its devices are not provisioned. */
    record NotFound(String error) implements ProvisionResponse {}

    /** The profile's strategy does not allow the request. */
    record Failed(String error) implements ProvisionResponse {}

    /** Returns the answer in ThingsBoard's format. */
    default byte[] json() {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        switch (this) {
            case Provisioned(String type, JsonNode value) -> {
                answer.put("credentialsType", type);
                answer.set("credentialsValue", value);
                answer.put("status", "SUCCESS");
            }
            case NotFound(String error) -> answer.put("errorMsg", error).put("status", "NOT_FOUND");
            case Failed(String error) -> answer.put("errorMsg", error).put("status", "FAILURE");
        }
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }
}
