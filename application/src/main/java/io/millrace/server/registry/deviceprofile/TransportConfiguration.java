// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks the part {@code transportConfiguration} of a profile's data. */
final class TransportConfiguration {

    static final String CONFIGURATION = "transportConfiguration";
    private static final String PATH = "profileData." + CONFIGURATION;
    private static final String MQTT = "MQTT";
    private static final List<String> TYPES = List.of("DEFAULT", MQTT);
    private static final String MAX_CONNECTIONS = "maxConnections";
    private static final int MOST_CONNECTIONS = 100;

    /** ThingsBoard's keys of topics that a profile may choose, with the topics that devices have without a choice. */
    private static final Map<String, String> TOPICS =
            Map.of(
                    "deviceTelemetryTopic", "v1/devices/me/telemetry",
                    "deviceAttributesTopic", "v1/devices/me/attributes",
                    "deviceAttributesSubscribeTopic", "v1/devices/me/attributes");

    private TransportConfiguration() {}

    /**
     * Checks the configuration, and adds one to the data if it has none.
     *
     * @param given type in the request; null or empty: that of the configuration, or else {@code DEFAULT}
     * @return the type of the transport
     * @throws ApiException (400) if a value is not valid or not available
     */
    static String checked(@Nullable String given, ObjectNode data) {
        Optional<ObjectNode> configuration = ConfigurationPart.of(CONFIGURATION, data);
        String type = ConfigurationPart.type("transportType", given, PATH, configuration, TYPES);
        if (configuration.isEmpty()) {
            data.putObject(CONFIGURATION).put("type", type);
            return type;
        }
        ObjectNode checked = configuration.get();
        checked.put("type", type);
        requireConnections(checked.path(MAX_CONNECTIONS));
        if (type.equals(MQTT)) {
            requireAvailable(checked);
        }
        return type;
    }

    private static void requireConnections(JsonNode number) {
        boolean usable =
                number.isIntegralNumber()
                        && number.canConvertToInt()
                        && number.intValue() >= 1
                        && number.intValue() <= MOST_CONNECTIONS;
        if (!ConfigurationPart.isAbsent(number) && !usable) {
            throw ApiException.badRequest(
                    "%s.%s: must be a whole number from 1 to %d, but is %s"
                            .formatted(PATH, MAX_CONNECTIONS, MOST_CONNECTIONS, number));
        }
    }

    private static void requireAvailable(ObjectNode configuration) {
        TOPICS.forEach((key, topic) -> {
            JsonNode value = configuration.path(key);
            boolean usual =
                    ConfigurationPart.isAbsent(value)
                            || (value.isString()
                                    && List.of("", topic).contains(value.stringValue()));
            if (!usual) {
                throw ApiException.badRequest(
                        "%s.%s: custom topics are not available; leave it out, or set it to %s"
                                .formatted(PATH, key, topic));
            }
        });
        JsonNode payload =
                configuration
                        .path("transportPayloadTypeConfiguration")
                        .path("transportPayloadType");
        if (!ConfigurationPart.isAbsent(payload) && !payload.asString("").equals("JSON")) {
            throw ApiException.badRequest(
                    "%s.transportPayloadTypeConfiguration.transportPayloadType: %s is not available. Allowed: JSON"
                            .formatted(PATH, payload));
        }
        if (configuration.path("sparkplug").asBoolean(false)) {
            throw ApiException.badRequest(
                    PATH + ".sparkplug: Sparkplug is not available; set it to false");
        }
        JsonNode ack = configuration.path("sendAckOnValidationException");
        if (!ConfigurationPart.isAbsent(ack) && !ack.isBoolean()) {
            throw ApiException.badRequest(
                    "%s.sendAckOnValidationException: must be true or false, but is %s"
                            .formatted(PATH, ack));
        }
    }
}
