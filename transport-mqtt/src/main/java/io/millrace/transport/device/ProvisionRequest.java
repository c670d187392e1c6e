// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request for a device with credentials, from a client that knows the key and secret of a device profile.
 *
 * @param deviceName null or empty: the server generates one
 * @param key the profile's provisioning key
 * @param secret the profile's provisioning secret
 * @param credentials the credentials that the client wants
 * @param gateway true if the device shall be a gateway
 */
public record ProvisionRequest(
        @Nullable String deviceName,
        String key,
        String secret,
        WantedCredentials credentials,
        boolean gateway) {

    /** The credentials that a client wants. */
    public sealed interface WantedCredentials {

        /** An access token; null: the server generates one. */
        record AccessToken(@Nullable String token) implements WantedCredentials {}

        /** Parts of MQTT basic credentials; null for those that are not given. */
        record MqttBasic(
                @Nullable String clientId, @Nullable String userName, @Nullable String password)
                implements WantedCredentials {}

        /** A type that this server does not provision. */
        record Other(String type) implements WantedCredentials {}
    }

    /**
     * Reads a request in ThingsBoard's format.
     *
     * @throws MalformedPayloadException if it is not a JSON object with key and secret
     */
    public static ProvisionRequest of(byte[] json) {
        JsonNode request = Payload.of(json).json();
        if (!request.isObject()) {
            throw new MalformedPayloadException("a provisioning request must be a JSON object");
        }
        return new ProvisionRequest(
                text(request, "deviceName"),
                required(request, "provisionDeviceKey"),
                required(request, "provisionDeviceSecret"),
                credentials(request),
                request.path("gateway").asBoolean(false));
    }

    private static WantedCredentials credentials(JsonNode request) {
        String type = text(request, "credentialsType");
        return switch (type == null ? "ACCESS_TOKEN" : type) {
            case "ACCESS_TOKEN" -> new WantedCredentials.AccessToken(text(request, "token"));
            case "MQTT_BASIC" ->
                    new WantedCredentials.MqttBasic(
                            text(request, "clientId"),
                            text(request, "username"),
                            text(request, "password"));
            case String other -> new WantedCredentials.Other(other);
        };
    }

    private static String required(JsonNode request, String name) {
        String value = text(request, name);
        if (value == null) {
            throw new MalformedPayloadException("%s is missing".formatted(name));
        }
        return value;
    }

    private static @Nullable String text(JsonNode request, String name) {
        JsonNode value = request.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw new MalformedPayloadException("%s must be a text".formatted(name));
        }
        return value.asString();
    }

    /** Does not show key, secret and credentials. */
    @Override
    public String toString() {
        return "provisioning of " + (deviceName == null ? "a device" : deviceName);
    }
}
