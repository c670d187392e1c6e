// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.MessageJson;
import io.millrace.message.MessageType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds the difference between a reading and the previous one. Messages of one originator are processed strictly one
 * after another.
 *
 * <p>The previous reading is that of the previous message, if this node received it at most half a minute ago; else it
 * is the latest telemetry. The limit is for clusters: while another instance had the originator's messages, the value
 * cached here has become outdated. Within half a minute of such a change a difference may still span more than one
 * message. Without the cache the previous reading is always the latest telemetry, which lacks values that the chain has
 * not saved yet.
 */
@NodeType(
        id = "enrichment.calculate-delta",
        alias = "org.thingsboard.rule.engine.metadata.CalculateDeltaNode",
        group = NodeGroup.ENRICHMENT,
        name = "calculate delta",
        description =
                "Adds the difference between a reading and the previous one, and the time between the two.",
        labels = {"Success", "Other"},
        version = 1,
        waitsForStore = true)
public final class CalculateDeltaNode implements RuleNode {

    private static final String OTHER = "Other";
    private static final int MOST_CACHED = 10_000;
    private static final Duration LONGEST_CACHED = Duration.ofSeconds(30);
    private static final JsonMapper JSON = MessageJson.MAPPER;

    private static final Configuration DEFAULTS =
            new Configuration(
                    "pulseCounter", "delta", true, false, "periodInMs", null, true, false);
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                if (!configuration.has("excludeZeroDeltas")) {
                    configuration.put("excludeZeroDeltas", false);
                }
            };

    private final Configuration configuration;
    private final TimeseriesReads timeseries;
    private final OriginatorSequence sequence = new OriginatorSequence();
    private final @Nullable Cache<EntityId, Reading> former;

    private CalculateDeltaNode(
            Configuration configuration, TimeseriesReads timeseries, Ticker ticker) {
        this.configuration = configuration;
        this.timeseries = timeseries;
        this.former =
                configuration.useCache()
                        ? Caffeine.newBuilder()
                                .maximumSize(MOST_CACHED)
                                .expireAfterWrite(LONGEST_CACHED)
                                .ticker(ticker)
                                .executor(Runnable::run)
                                .build()
                        : null;
    }

    /** A value with its time, in milliseconds since the epoch. */
    private record Reading(long ts, double value) {}

    /**
     * Configuration of the node.
     *
     * @param inputValueKey key of the reading in the payload and in the telemetry
     * @param outputValueKey key of the difference in the payload
     * @param useCache whether the last reading of each originator is cached for a short time
     * @param addPeriodBetweenMsgs whether the time between the two readings is added
     * @param periodValueKey key of that time, in milliseconds
     * @param round decimals of the difference, or null: no rounding
     * @param tellFailureIfDeltaIsNegative whether a message with a lower reading than before fails
     * @param excludeZeroDeltas whether a message with the same reading as before passes unchanged
     */
    public record Configuration(
            @JsonPropertyDescription("Key of the reading, in the payload and in the telemetry.")
                    @NotBlank
                    String inputValueKey,
            @JsonPropertyDescription("Key of the difference in the payload.") @NotBlank
                    String outputValueKey,
            @JsonPropertyDescription(
                            "Whether the last reading of each originator is cached in memory for a short time.")
                    boolean useCache,
            @JsonPropertyDescription("Whether the time between the two readings is added.")
                    boolean addPeriodBetweenMsgs,
            @JsonPropertyDescription("Key of that time, in milliseconds.")
                    @Nullable String periodValueKey,
            @JsonPropertyDescription("Decimals of the difference; not rounded if not set.") @Min(0)
                    @Nullable Integer round,
            @JsonPropertyDescription("Whether a lower reading than before leaves by Failure.")
                    boolean tellFailureIfDeltaIsNegative,
            @JsonPropertyDescription(
                            "Whether a message with the same reading as before passes unchanged.")
                    boolean excludeZeroDeltas) {}

    /** Returns the definition of this node type, reading former values from the given time series. */
    public static NodeDefinition<Configuration> definition(TimeseriesReads timeseries) {
        return definition(timeseries, Ticker.systemTicker());
    }

    /** Does the same, with a ticker that measures the age of cached readings. */
    static NodeDefinition<Configuration> definition(TimeseriesReads timeseries, Ticker ticker) {
        return NodeDefinition.of(
                CalculateDeltaNode.class,
                DEFAULTS,
                UPGRADE,
                (configuration, _) -> {
                    String periodKey = configuration.periodValueKey();
                    if (configuration.addPeriodBetweenMsgs()
                            && (periodKey == null || periodKey.isBlank())) {
                        throw new InvalidConfigurationException(
                                "periodValueKey: must not be blank");
                    }
                    return new CalculateDeltaNode(configuration, timeseries, ticker);
                });
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (!message.type().equals(MessageType.POST_TELEMETRY_REQUEST.name())
                || message.payload().length() == 0
                || !(message.payload().json() instanceof ObjectNode values)
                || !values.has(configuration.inputValueKey())) {
            return NodeResult.to(OTHER, message);
        }
        Reading current =
                new Reading(
                        message.metadataTs(), number(values.path(configuration.inputValueKey())));
        return new NodeResult.Later(
                sequence.then(
                        message.originator(),
                        () ->
                                formerOf(message)
                                        .thenApply(
                                                found -> result(message, values, current, found))));
    }

    /** Reads a number as leniently as ThingsBoard: other values are 0. */
    private static double number(JsonNode value) {
        if (value.isBoolean()) {
            return value.booleanValue() ? 1 : 0;
        }
        double number = value.isNumber() ? value.doubleValue() : parsed(value.asString(""));
        return Double.isFinite(number) ? number : 0;
    }

    private static double parsed(String text) {
        try {
            return new BigDecimal(text.strip()).doubleValue();
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private CompletionStage<Optional<Reading>> formerOf(RuleMessage message) {
        @Nullable Reading cached =
                former == null ? null : former.getIfPresent(message.originator());
        if (cached != null) {
            return CompletableFuture.completedStage(Optional.of(cached));
        }
        String key = configuration.inputValueKey();
        return timeseries
                .latest(message.tenant(), message.originator(), List.of(key))
                .thenApply(found -> Optional.ofNullable(found.get(key)).map(this::stored));
    }

    private Reading stored(TimedValue latest) {
        return new Reading(
                latest.ts(),
                switch (latest.value()) {
                    case Value.LongValue(long value) -> value;
                    case Value.DoubleValue(double value) -> value;
                    case Value.StringValue(String value) -> stored(value);
                    case Value.BooleanValue _, Value.JsonValue _ -> throw noNumber(latest.value());
                });
    }

    private double stored(String text) {
        try {
            return new BigDecimal(text.strip()).doubleValue();
        } catch (NumberFormatException _) {
            throw noNumber(new Value.StringValue(text));
        }
    }

    private IllegalArgumentException noNumber(Value value) {
        return new IllegalArgumentException(
                "the latest \"%s\" must be a number, not %s"
                        .formatted(configuration.inputValueKey(), value.asJson()));
    }

    /** Caches this reading for comparison with the next one, also if this message fails. */
    private NodeResult result(
            RuleMessage message, ObjectNode values, Reading current, Optional<Reading> before) {
        if (former != null) {
            former.put(message.originator(), current);
        }
        double exact = before.map(reading -> current.value() - reading.value()).orElse(0.0);
        if (configuration.tellFailureIfDeltaIsNegative() && exact < 0) {
            return new NodeResult.Failed(message, "the delta is negative: " + exact);
        }
        double delta = rounded(exact);
        if (configuration.excludeZeroDeltas() && delta == 0) {
            return NodeResult.success(message);
        }
        ObjectNode enriched = JSON.createObjectNode();
        enriched.setAll(values);
        put(enriched, configuration.outputValueKey(), delta);
        String periodKey = configuration.periodValueKey();
        if (configuration.addPeriodBetweenMsgs() && periodKey != null) {
            enriched.put(periodKey, before.map(reading -> current.ts() - reading.ts()).orElse(0L));
        }
        return NodeResult.success(message.withPayload(Payload.of(enriched)));
    }

    private double rounded(double exact) {
        if (!Double.isFinite(exact)) {
            throw new ArithmeticException("the delta is too great");
        }
        BigDecimal decimal = BigDecimal.valueOf(exact);
        Integer decimals = configuration.round();
        return decimals == null || decimal.scale() <= decimals
                ? exact
                : decimal.setScale(decimals, RoundingMode.HALF_UP).doubleValue();
    }

    private static void put(ObjectNode values, String key, double delta) {
        if (delta == Math.rint(delta) && Math.abs(delta) < 0x1p63) {
            values.put(key, (long) delta);
        } else {
            values.put(key, delta);
        }
    }
}
