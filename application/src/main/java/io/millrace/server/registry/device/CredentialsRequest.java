// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.server.web.api.ApiException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Credentials that a device shall have from now on.
 *
 * @param id where it is given, the device's credentials must be the ones with this id
 * @param credentialsType null: {@code ACCESS_TOKEN}
 * @param version where it is given, the change is refused unless the stored version is the same
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
     * @throws ApiException (400) where something is missing, not allowed or not offered
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
                            "credentialsType: expected ACCESS_TOKEN or MQTT_BASIC; %s is not offered by this server"
                                    .formatted(credentialsType));
        };
    }

    /**
     * A token that can stand in CONNECT.
     *
     * @throws ApiException (400) where it is missing, too long, or holds control characters
     */
    static String requireToken(String field, @Nullable String token) {
        if (token == null || token.isBlank()) {
            throw ApiException.badRequest(
                    field + ": expected an access token, but it is missing or blank");
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
                    "credentialsValue: expected clientId or userName, but both are missing or empty");
        }
        if (basic.hasPassword() && !basic.hasUserName()) {
            throw ApiException.badRequest(
                    "credentialsValue: a password needs a userName, but that is missing or empty");
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
            // Said below, without the text: it holds a password.
        }
        throw ApiException.badRequest(
                "credentialsValue: expected a JSON object as text, with clientId, userName and password");
    }

    private static String requirePart(String field, String text) {
        if (text.length() > MAX_LENGTH) {
            throw ApiException.badRequest(
                    "%s: expected at most %d characters, but got %d"
                            .formatted(field, MAX_LENGTH, text.length()));
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw ApiException.badRequest(field + ": expected no control characters");
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
