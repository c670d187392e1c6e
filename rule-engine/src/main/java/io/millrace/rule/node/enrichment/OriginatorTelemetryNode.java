// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageJson;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds telemetry of the originator from a time range to the metadata. The first or last value of each key is written as
 * the text of a JSON string regardless of its type, because existing chains parse it. All values, or their aggregation,
 * are written as the text of a JSON array of {@code {"ts": millis, "value": value}}.
 */
@NodeType(
        id = "enrichment.originator-telemetry",
        alias = "org.thingsboard.rule.engine.metadata.TbGetTelemetryNode",
        group = NodeGroup.ENRICHMENT,
        name = "originator telemetry",
        description =
                "Adds telemetry of the originator from a time range to the metadata:"
                        + " the first, the last, all, or an aggregation.",
        version = 2,
        waitsForStore = true)
public final class OriginatorTelemetryNode implements RuleNode {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final int LEAST_LIMIT = 2;
    private static final int GREATEST_LIMIT = 1_000;

    private static final Configuration DEFAULTS =
            new Configuration(
                    List.of(),
                    FetchMode.FIRST,
                    Order.ASC,
                    Aggregation.NONE,
                    GREATEST_LIMIT,
                    false,
                    2,
                    TimeUnit.MINUTES,
                    1,
                    TimeUnit.MINUTES,
                    "",
                    "");

    private final KeyTemplates keys;
    private final Selection selection;
    private final TelemetryInterval interval;
    private final TimeseriesReads timeseries;

    private OriginatorTelemetryNode(
            Configuration configuration, TimeseriesReads timeseries, Clock clock) {
        this.keys = new KeyTemplates(configuration.latestTsKeyNames());
        this.selection = configuration.selection();
        this.interval = configuration.interval(clock);
        this.timeseries = timeseries;
    }

    /** Which values of the time range are fetched. */
    public enum FetchMode {
        FIRST,
        LAST,
        ALL
    }

    /** How a key's values are read, and whether the result is a single value. */
    private record Selection(int limit, Order order, Aggregation aggregation, boolean bare) {

        private Range range(Set<String> keys, TelemetryInterval.Span span) {
            return new Range(
                    List.copyOf(keys), span.startTs(), span.endTs(), limit, order, aggregation);
        }

        private String text(List<TimedValue> values) {
            if (bare) {
                return JSON.writeValueAsString(values.getFirst().value().asText());
            }
            ArrayNode array = JSON.createArrayNode();
            values.forEach(value -> array.add(TimedValueJson.object(value)));
            return array.toString();
        }
    }

    /**
     * Configuration of the node.
     *
     * @param latestTsKeyNames the keys; templates; empty for a new node, which cannot start with it
     * @param fetchMode which values of the time range
     * @param orderBy the order of all values
     * @param aggregation how all values are aggregated
     * @param limit largest number of values of each key if all are fetched, 2 to 1000
     * @param useMetadataIntervalPatterns whether the time range is given by the two patterns instead of the offsets
     * @param startInterval how long before now the time range starts
     * @param startIntervalTimeUnit unit of {@code startInterval}
     * @param endInterval how long before now the time range ends
     * @param endIntervalTimeUnit unit of {@code endInterval}
     * @param startIntervalPattern template of the start of the time range, in milliseconds since the epoch
     * @param endIntervalPattern template of the end of the time range, in milliseconds since the epoch
     */
    public record Configuration(
            @JsonPropertyDescription("Keys of the telemetry. May be templates.") @NotEmpty
                    List<String> latestTsKeyNames,
            @JsonPropertyDescription(
                            "Which values of the time range: the first of each key, the last, or all.")
                    @NotNull
                    FetchMode fetchMode,
            @JsonPropertyDescription("Order of all values by time.") @Nullable Order orderBy,
            @JsonPropertyDescription("How all values are aggregated; NONE for no aggregation.")
                    @Nullable Aggregation aggregation,
            @JsonPropertyDescription(
                            "Largest number of values of each key if all are fetched, from 2 to 1000.")
                    int limit,
            @JsonPropertyDescription(
                            "Whether the time range is given by the two patterns instead of the two offsets.")
                    boolean useMetadataIntervalPatterns,
            @JsonPropertyDescription("How long before now the time range starts.")
                    int startInterval,
            @JsonPropertyDescription("Unit of the start.") @Nullable TimeUnit startIntervalTimeUnit,
            @JsonPropertyDescription("How long before now the time range ends.") int endInterval,
            @JsonPropertyDescription("Unit of the end.") @Nullable TimeUnit endIntervalTimeUnit,
            @JsonPropertyDescription(
                            "Template of the start of the time range, in milliseconds since 1970.")
                    @Nullable String startIntervalPattern,
            @JsonPropertyDescription("Template of the end of the time range, in ms since 1970.")
                    @Nullable String endIntervalPattern) {

        public Configuration {
            latestTsKeyNames = Absent.asEmpty(latestTsKeyNames);
        }

        private Selection selection() {
            return switch (fetchMode) {
                case FIRST -> new Selection(1, Order.ASC, Aggregation.NONE, true);
                case LAST -> new Selection(1, Order.DESC, Aggregation.NONE, true);
                case ALL -> {
                    if (limit < LEAST_LIMIT || limit > GREATEST_LIMIT) {
                        throw new InvalidConfigurationException(
                                "limit: must be from %d to %d, not %d"
                                        .formatted(LEAST_LIMIT, GREATEST_LIMIT, limit));
                    }
                    yield new Selection(
                            limit,
                            required("orderBy", orderBy),
                            required("aggregation", aggregation),
                            false);
                }
            };
        }

        private TelemetryInterval interval(Clock clock) {
            return useMetadataIntervalPatterns
                    ? TelemetryInterval.between(
                            startIntervalPattern == null ? "" : startIntervalPattern,
                            endIntervalPattern == null ? "" : endIntervalPattern)
                    : TelemetryInterval.before(
                            clock,
                            required("startIntervalTimeUnit", startIntervalTimeUnit)
                                    .toMillis(startInterval),
                            required("endIntervalTimeUnit", endIntervalTimeUnit)
                                    .toMillis(endInterval));
        }

        private static <T> T required(String field, @Nullable T value) {
            if (value == null) {
                throw new InvalidConfigurationException(
                        field + ": must be a value, but is missing");
            }
            return value;
        }
    }

    /** Returns the definition of this node type, reading from the given time series, up to the clock's time. */
    public static NodeDefinition<Configuration> definition(
            TimeseriesReads timeseries, Clock clock) {
        return NodeDefinition.of(
                OriginatorTelemetryNode.class,
                DEFAULTS,
                upgrade(),
                (configuration, _) ->
                        new OriginatorTelemetryNode(configuration, timeseries, clock));
    }

    private static ConfigurationUpgrade upgrade() {
        return (from, configuration) -> {
            if (from < 1) {
                upgradeMode(configuration);
            }
            if (!configuration.hasNonNull("limit")) {
                configuration.put("limit", GREATEST_LIMIT);
            }
            if (configuration.path("fetchMode").asString("").equals(FetchMode.ALL.name())) {
                OlderConfiguration.setIfAbsent(configuration, "aggregation", Aggregation.NONE);
                OlderConfiguration.setIfAbsent(configuration, "orderBy", Order.ASC);
            }
        };
    }

    /**
     * Upgrades from version 0, which allowed empty order and aggregation, and took every other mode for the last value.
     */
    private static void upgradeMode(ObjectNode configuration) {
        if (!configuration.hasNonNull("fetchMode")) {
            return;
        }
        switch (configuration.path("fetchMode").asString("")) {
            case "ALL" -> {
                removeIfEmpty(configuration, "orderBy");
                removeIfEmpty(configuration, "aggregation");
            }
            case "FIRST" -> setMode(configuration, FetchMode.FIRST, Order.ASC);
            default -> setMode(configuration, FetchMode.LAST, Order.DESC);
        }
    }

    private static void removeIfEmpty(ObjectNode configuration, String property) {
        if (configuration.path(property).asString("").isEmpty()) {
            configuration.remove(property);
        }
    }

    private static void setMode(ObjectNode configuration, FetchMode mode, Order order) {
        configuration
                .put("fetchMode", mode.name())
                .put("orderBy", order.name())
                .put("aggregation", Aggregation.NONE.name());
    }

    @Override
    public NodeResult process(RuleMessage message) {
        Set<String> wanted = keys.resolve(message);
        if (wanted.stream().anyMatch(String::isBlank)) {
            return new NodeResult.Failed(message, "the keys must not be blank");
        }
        TelemetryInterval.Span span = interval.of(message);
        if (span.isEmpty() && selection.aggregation() != Aggregation.NONE) {
            return new NodeResult.Failed(
                    message, "the time range to aggregate over must be longer than 0");
        }
        return new NodeResult.Later(
                timeseries
                        .range(
                                message.tenant(),
                                message.originator(),
                                selection.range(wanted, span))
                        .thenApply(found -> NodeResult.success(enriched(message, wanted, found))));
    }

    private RuleMessage enriched(
            RuleMessage message, Set<String> wanted, Map<String, List<TimedValue>> found) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String key : wanted) {
            List<TimedValue> values = found.getOrDefault(key, List.of());
            if (!values.isEmpty()) {
                texts.put(key, selection.text(values));
            }
        }
        return texts.isEmpty() ? message : message.withMetadata(message.metadata().with(texts));
    }
}
