// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.server.registry.entity.RandomText;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether and how devices of a profile are provisioned.
 *
 * @param type ThingsBoard's name of the strategy
 * @param key names the profile in requests; null if its devices are not provisioned
 */
record Provisioning(String type, @Nullable String key) {

    static final String CONFIGURATION = "provisionConfiguration";
    static final String SECRET = "provisionDeviceSecret";
    static final String SECRET_PATH = "/" + CONFIGURATION + "/" + SECRET;

    private static final String DISABLED = "DISABLED";
    private static final List<String> TYPES =
            List.of(DISABLED, "ALLOW_CREATE_NEW_DEVICES", "CHECK_PRE_PROVISIONED_DEVICES");

    /** The key and the secret of a stored profile. */
    record Kept(String key, String secret) {

        /** Without the secret: this may end up in a log. */
        @Override
        public String toString() {
            return "Kept[key=%s]".formatted(key);
        }
    }

    /** The key and the secret of a profile; null if its devices are not provisioned. */
    static @Nullable Kept kept(DeviceProfile profile) {
        String key = profile.provisionDeviceKey();
        return key == null
                ? null
                : new Kept(key, profile.profileData().at(SECRET_PATH).asString(""));
    }

    /** Adds the stored secret to data of a request that has none. */
    static void completeSecret(ObjectNode data, Kept kept) {
        JsonNode part = data.path(CONFIGURATION);
        if (!isAbsent(part) && !part.isObject()) {
            return;
        }
        ObjectNode configuration =
                part instanceof ObjectNode given ? given : data.putObject(CONFIGURATION);
        JsonNode secret = configuration.path(SECRET);
        if (isAbsent(secret) || secret.asString("?").isEmpty()) {
            configuration.put(SECRET, kept.secret());
        }
    }

    /** True if a request asks for provisioning; the values are not checked. */
    static boolean isEnabled(@Nullable String given, ObjectNode data) {
        String type =
                given == null || given.isEmpty()
                        ? data.path(CONFIGURATION).path("type").asString(DISABLED)
                        : given;
        return !type.equals(DISABLED);
    }

    /**
     * Checks the configuration in a profile's data, and completes it: a missing key or secret is generated.
     *
     * @param given type in the request; null or empty: that of the configuration, or else {@code DISABLED}
     * @param key key in the request; null or empty: generated
     * @throws ApiException (400) if a value is not valid or not available
     */
    static Provisioning checked(@Nullable String given, @Nullable String key, ObjectNode data) {
        Optional<ObjectNode> part = ConfigurationPart.of(CONFIGURATION, data);
        String type =
                ConfigurationPart.type(
                        "provisionType", given, "profileData." + CONFIGURATION, part, TYPES);
        if (type.equals(DISABLED)) {
            data.putObject(CONFIGURATION).put("type", DISABLED);
            return new Provisioning(DISABLED, null);
        }
        ObjectNode configuration = part.orElseGet(() -> data.putObject(CONFIGURATION));
        configuration.put("type", type);
        configuration.put(SECRET, secret(configuration.path(SECRET)));
        return new Provisioning(type, keyOrGenerated(key));
    }

    private static String secret(JsonNode value) {
        String path = "profileData." + CONFIGURATION + "." + SECRET;
        if (!isAbsent(value) && !value.isString()) {
            throw ApiException.badRequest(path + ": must be a text");
        }
        String secret = isAbsent(value) ? "" : value.stringValue();
        return secret.isEmpty() ? RandomText.token() : NameRules.requireName(path, secret);
    }

    private static String keyOrGenerated(@Nullable String key) {
        return key == null || key.isEmpty()
                ? RandomText.token()
                : NameRules.requireName("provisionDeviceKey", key);
    }

    private static boolean isAbsent(JsonNode value) {
        return ConfigurationPart.isAbsent(value);
    }
}
