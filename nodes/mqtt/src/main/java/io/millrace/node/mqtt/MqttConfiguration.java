// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mqtt;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.external.ClientCredentials;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of {@link MqttNode}.
 *
 * @param topicPattern template of the topic
 * @param host the broker's name
 * @param port the broker's port
 * @param connectTimeoutSec seconds that connecting may take
 * @param clientId client id at the broker; null or empty: a random one
 * @param appendClientIdSuffix whether the client id gets a suffix that is different on each instance
 * @param retainedMessage whether the broker keeps the message for later subscribers
 * @param cleanSession whether the broker forgets the client when it disconnects
 * @param ssl whether the connection is TLS
 * @param parseToPlainText whether a payload that is a JSON string is sent without its quotes
 * @param protocolVersion version of MQTT; null: 3.1.1
 * @param credentials the node's credentials at the broker; null: none
 */
public record MqttConfiguration(
        @JsonPropertyDescription("Template of the topic.") @NotBlank String topicPattern,
        @JsonPropertyDescription("Name of the broker.") @NotBlank String host,
        @JsonPropertyDescription("Port of the broker.") @Min(1) @Max(65_535) int port,
        @JsonPropertyDescription("Seconds that connecting may take.") @Min(1) @Max(60)
                int connectTimeoutSec,
        @JsonPropertyDescription("Client id at the broker; a random one if not set.")
                @Nullable String clientId,
        @JsonPropertyDescription(
                        "Whether the client id gets a suffix that is different on each instance.")
                boolean appendClientIdSuffix,
        @JsonPropertyDescription("Whether the broker keeps each message for later subscribers.")
                boolean retainedMessage,
        @JsonPropertyDescription("Whether the broker forgets the client when it disconnects.")
                boolean cleanSession,
        @JsonPropertyDescription("Whether the connection is TLS.") boolean ssl,
        @JsonPropertyDescription("Whether a payload that is a JSON string is sent without quotes.")
                boolean parseToPlainText,
        @JsonPropertyDescription("Version of MQTT; 3.1 is spoken as 3.1.1, which is the default.")
                @Nullable Version protocolVersion,
        @JsonPropertyDescription("The node's credentials at the broker.")
                @Nullable ClientCredentials credentials) {

    /** Versions by ThingsBoard's names. */
    public enum Version {
        MQTT_3_1(23),
        MQTT_3_1_1(256),
        MQTT_5(256);

        private final int longestClientId;

        Version(int longestClientId) {
            this.longestClientId = longestClientId;
        }

        int longestClientId() {
            return longestClientId;
        }
    }

    /** The configuration of a new node. */
    static final MqttConfiguration DEFAULTS =
            new MqttConfiguration(
                    "my-topic",
                    "localhost",
                    1883,
                    10,
                    null,
                    false,
                    false,
                    true,
                    false,
                    false,
                    Version.MQTT_3_1_1,
                    new ClientCredentials.Anonymous());

    /** Upgrades configurations of versions 0 and 1 to version 2. */
    static final ConfigurationUpgrade UPGRADE =
            (from, configuration) -> {
                if (from < 1 && !configuration.has("parseToPlainText")) {
                    configuration.put("parseToPlainText", false);
                }
                if (from < 2 && !configuration.has("protocolVersion")) {
                    configuration.put("protocolVersion", Version.MQTT_3_1.name());
                }
            };

    Version version() {
        return protocolVersion == null ? Version.MQTT_3_1_1 : protocolVersion;
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "%s:%d %s".formatted(host, port, topicPattern);
    }
}
