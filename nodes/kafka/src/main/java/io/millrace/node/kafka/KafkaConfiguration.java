// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.kafka;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.rule.node.ConfigurationUpgrade;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of {@link KafkaNode}.
 *
 * @param topicPattern template of the topic
 * @param keyPattern template of the record's key; null or empty: no key
 * @param bootstrapServers some of the brokers, {@code host:port}, separated by commas
 * @param retries how often the client repeats a write that failed
 * @param batchSize bytes of a batch
 * @param linger milliseconds for which a batch gathers records
 * @param bufferMemory most bytes of records that wait in the client
 * @param acks which brokers must have the record before it counts as written
 * @param otherProperties further properties of the client
 * @param addMetadataKeyValuesAsKafkaHeaders whether the metadata become headers
 * @param kafkaHeadersCharset the encoding of these headers; null: UTF-8
 */
public record KafkaConfiguration(
        @JsonPropertyDescription("Template of the topic.") @NotBlank String topicPattern,
        @JsonPropertyDescription("Template of the record's key; no key if not set.")
                @Nullable String keyPattern,
        @JsonPropertyDescription("Some of the brokers as host:port, separated by commas.") @NotBlank
                String bootstrapServers,
        @JsonPropertyDescription("How often the client repeats a failed write.") @Min(0)
                int retries,
        @JsonPropertyDescription("Most bytes of a batch of records.") @Min(0) @Max(1_048_576)
                int batchSize,
        @JsonPropertyDescription("Milliseconds for which a batch gathers records.")
                @Min(0)
                @Max(5_000)
                int linger,
        @JsonPropertyDescription("Most bytes of records that wait in the client.")
                @Min(65_536)
                @Max(134_217_728)
                int bufferMemory,
        @JsonPropertyDescription(
                        "Which brokers must confirm a record: all or -1 (all that are in sync), 1 (one), 0 (none).")
                @NotBlank
                @Pattern(regexp = "all|-1|0|1")
                String acks,
        @JsonPropertyDescription(
                        "Further properties of the producer, such as security.protocol and ssl.* in PEM.")
                @Nullable Map<String, String> otherProperties,
        @JsonPropertyDescription("Whether metadata become headers with the prefix tb_msg_md_.")
                boolean addMetadataKeyValuesAsKafkaHeaders,
        @JsonPropertyDescription("Encoding of the headers; UTF-8 if not set.")
                @Nullable String kafkaHeadersCharset) {

    /** The configuration of a new node. */
    static final KafkaConfiguration DEFAULTS =
            new KafkaConfiguration(
                    "my-topic",
                    null,
                    "localhost:9092",
                    0,
                    16_384,
                    0,
                    33_554_432,
                    "-1",
                    Map.of(),
                    false,
                    "UTF-8");

    /** Upgrades configurations of version 0, which chose serializers. */
    static final ConfigurationUpgrade UPGRADE =
            (from, configuration) -> {
                if (from < 1) {
                    configuration.remove(List.of("keySerializer", "valueSerializer"));
                }
            };

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return bootstrapServers + " " + topicPattern;
    }
}
