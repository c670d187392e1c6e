// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.rabbitmq;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of {@link RabbitMqNode}.
 *
 * @param exchangeNamePattern template of the exchange; empty: the default exchange
 * @param routingKeyPattern template of the routing key
 * @param messageProperties properties of each message; null: none
 * @param host the broker's name
 * @param port the broker's port
 * @param virtualHost virtual host at the broker
 * @param username user at the broker
 * @param password password of that user
 * @param automaticRecoveryEnabled stored and not used: a lost connection is always replaced
 * @param connectionTimeout milliseconds that connecting may take
 * @param handshakeTimeout milliseconds that the broker's greeting may take
 * @param clientProperties what the client tells the broker about itself
 */
public record RabbitMqConfiguration(
        @JsonPropertyDescription("Template of the exchange; the default exchange if empty.")
                @Nullable String exchangeNamePattern,
        @JsonPropertyDescription("Template of the routing key.") @Nullable String routingKeyPattern,
        @JsonPropertyDescription("Properties of each message; none if not set.")
                @Nullable MessageProperties messageProperties,
        @JsonPropertyDescription("Name of the broker.") @NotBlank String host,
        @JsonPropertyDescription("Port of the broker.") @Min(1) @Max(65_535) int port,
        @JsonPropertyDescription("Virtual host at the broker; / if not set.")
                @Nullable String virtualHost,
        @JsonPropertyDescription("User at the broker.") @Nullable String username,
        @JsonPropertyDescription("Password of that user.") @Nullable String password,
        @JsonPropertyDescription("Has no effect: a lost connection is always replaced.")
                boolean automaticRecoveryEnabled,
        @JsonPropertyDescription("Milliseconds that connecting may take; 0 for 60,000.")
                @Min(0)
                @Max(60_000)
                int connectionTimeout,
        @JsonPropertyDescription("Milliseconds that the broker's greeting may take; 0 for 10,000.")
                @Min(0)
                @Max(60_000)
                int handshakeTimeout,
        @JsonPropertyDescription("What the client tells the broker about itself.")
                @Nullable Map<String, String> clientProperties) {

    /** Properties of messages by ThingsBoard's names. */
    public enum MessageProperties {
        BASIC,
        TEXT_PLAIN,
        MINIMAL_BASIC,
        MINIMAL_PERSISTENT_BASIC,
        PERSISTENT_BASIC,
        PERSISTENT_TEXT_PLAIN
    }

    /** The configuration of a new node. */
    static final RabbitMqConfiguration DEFAULTS =
            new RabbitMqConfiguration(
                    "",
                    "",
                    null,
                    "localhost",
                    5672,
                    "/",
                    "guest",
                    "guest",
                    false,
                    60_000,
                    10_000,
                    Map.of());

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
