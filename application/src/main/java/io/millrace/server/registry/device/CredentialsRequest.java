// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.server.web.api.ApiException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request to change the credentials of a device.
 *
 * @param id if given, the credentials of the device must have this id
 * @param credentialsType null: {@code ACCESS_TOKEN}
 * @param version if given, the change is refused unless the stored version is the same
 */
record CredentialsRequest(
        DeviceCredentials.@Nullable Id id,
        @Nullable DeviceId deviceId,
        @Nullable CredentialsType credentialsType,
        @Nullable String credentialsId,
        @Nullable String credentialsValue,
        @Nullable Long version) {

    private static final int MAX_LENGTH = 255;

    /**
     * The checked content.
     *
     * @throws ApiException (400) if a value is missing, not valid or not supported
     */
    CredentialsContent content(JsonMapper json) {
        return switch (credentialsType) {
            case ACCESS_TOKEN ->
                    CredentialsContent.accessToken(requireToken("credentialsId", credentialsId));
            case MQTT_BASIC -> mqttBasic(json);
            case null ->
                    CredentialsContent.accessToken(requireToken("credentialsId", credentialsId));
            case X509_CERTIFICATE, LWM2M_CREDENTIALS ->
                    throw ApiException.badRequest(
                            "credentialsType: %s is not supported. Allowed: ACCESS_TOKEN, MQTT_BASIC"
                                    .formatted(credentialsType));
        };
    }

    /**
     * A token that fits into CONNECT.
     *
     * @throws ApiException (400) if it is missing, too long, or contains control characters
     */
    static String requireToken(String field, @Nullable String token) {
        if (token == null || token.isBlank()) {
            throw ApiException.badRequest(
                    field + ": must be an access token; it is missing or blank");
        }
        return requirePart(field, token);
    }

    private CredentialsContent mqttBasic(JsonMapper json) {
        MqttBasic basic = parse(json);
        if (basic.hasClientId()) {
            requirePart("credentialsValue.clientId", String.valueOf(basic.clientId()));
        }
        if (basic.hasUserName()) {
            requirePart("credentialsValue.userName", String.valueOf(basic.userName()));
        }
        if (basic.hasPassword()) {
            requirePart("credentialsValue.password", String.valueOf(basic.password()));
        }
        if (!basic.hasClientId() && !basic.hasUserName()) {
            throw ApiException.badRequest(
                    "credentialsValue: must have a clientId or a userName; both are missing or empty");
        }
        if (basic.hasPassword() && !basic.hasUserName()) {
            throw ApiException.badRequest(
                    "credentialsValue: a password needs a userName, which is missing or empty");
        }
        return new CredentialsContent(
                CredentialsType.MQTT_BASIC, basic.credentialsId(), json.writeValueAsString(basic));
    }

    private MqttBasic parse(JsonMapper json) {
        try {
            if (credentialsValue != null && json.readTree(credentialsValue).isObject()) {
                return json.readValue(credentialsValue, MqttBasic.class);
            }
        } catch (JacksonException _) {
            // The error below leaves out the text, which contains a password.
        }
        throw ApiException.badRequest(
                "credentialsValue: must be a JSON object as text, with clientId, userName and password");
    }

    private static String requirePart(String field, String text) {
        if (text.length() > MAX_LENGTH) {
            throw ApiException.badRequest(
                    "%s: must have at most %d characters, not %d"
                            .formatted(field, MAX_LENGTH, text.length()));
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw ApiException.badRequest(field + ": must not contain control characters");
        }
        return text;
    }

    /** Without the secrets: this may end up in a log. */
    @Override
    public String toString() {
        return "CredentialsRequest[deviceId=%s, credentialsType=%s]"
                .formatted(deviceId, credentialsType);
    }
}
