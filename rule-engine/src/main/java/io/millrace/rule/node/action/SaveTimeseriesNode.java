// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.TelemetryJson;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesWrite;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stores the values of a telemetry message for its originator. The message leaves by {@code Success} when they are on
 * disk. Metadata {@code TTL}, or else the configuration, says for how many seconds the values are kept, unless a
 * profile sets a shorter time.
 */
@NodeType(
        id = "action.save-timeseries",
        alias = "org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode",
        group = NodeGroup.ACTION,
        name = "save time series",
        description = "Stores the values of telemetry messages as time series and latest values.",
        version = 1,
        effect = true,
        waitsForStore = true)
public final class SaveTimeseriesNode implements EffectNode {

    private static final Set<Action> ACTIONS =
            EnumSet.of(
                    Action.TIMESERIES, Action.LATEST, Action.WEB_SOCKETS, Action.CALCULATED_FIELDS);
    private static final Configuration DEFAULTS =
            new Configuration(0, false, ProcessingSettings.DEFAULT);

    private final Configuration configuration;
    private final ActionChoice choice;
    private final TimeseriesStore store;
    private final Clock clock;

    private SaveTimeseriesNode(Configuration configuration, TimeseriesStore store, Clock clock) {
        this.configuration = configuration;
        this.choice = ActionChoice.by(configuration.processingSettings(), ACTIONS);
        this.store = store;
        this.clock = clock;
    }

    /**
     * Configuration of the node.
     *
     * @param defaultTTL time to live in seconds of values whose message sets none; 0: only the profiles count
     * @param useServerTs whether values without a time of their own get the time at which they are stored, instead of
     *     the message's
     * @param processingSettings which actions are taken for which messages
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Seconds for which values are kept whose message has no metadata TTL;"
                                    + " 0 sets no time. A shorter time of a profile counts before it.")
                    long defaultTTL,
            @JsonPropertyDescription(
                            "Whether values without a time of their own get the server's time"
                                    + " instead of the message's.")
                    boolean useServerTs,
            @JsonPropertyDescription(
                            "Which messages are stored: all, none, the first of each interval,"
                                    + " or by a rule for each action.")
                    ProcessingSettings processingSettings) {

        public Configuration(
                long defaultTTL,
                boolean useServerTs,
                @Nullable ProcessingSettings processingSettings) {
            if (defaultTTL < 0) {
                throw new InvalidConfigurationException(
                        "defaultTTL: must be 0 or more seconds, not " + defaultTTL);
            }
            if (processingSettings == null) {
                throw new InvalidConfigurationException("processingSettings: must be set");
            }
            this.defaultTTL = defaultTTL;
            this.useServerTs = useServerTs;
            this.processingSettings = processingSettings;
        }
    }

    /** Returns the definition of this node type, which writes to the given store. */
    public static NodeDefinition<Configuration> definition(TimeseriesStore store, Clock clock) {
        return NodeDefinition.of(
                SaveTimeseriesNode.class,
                DEFAULTS,
                upgrade(),
                (configuration, _) -> new SaveTimeseriesNode(configuration, store, clock));
    }

    private static ConfigurationUpgrade upgrade() {
        return (_, configuration) -> {
            boolean skipLatest = configuration.path("skipLatestPersistence").asBoolean(false);
            configuration.remove("skipLatestPersistence");
            ObjectNode settings = configuration.putObject("processingSettings");
            if (skipLatest) {
                settings.put("type", "ADVANCED");
                settings.putObject("timeseries").put("type", "ON_EVERY_MESSAGE");
                settings.putObject("latest").put("type", "SKIP");
                settings.putObject("webSockets").put("type", "ON_EVERY_MESSAGE");
                settings.putObject("calculatedFields").put("type", "ON_EVERY_MESSAGE");
            } else {
                settings.put("type", "ON_EVERY_MESSAGE");
            }
        };
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        String refusal = refusalOf(message);
        if (refusal != null) {
            return new NodeResult.Failed(message, refusal);
        }
        long ts = configuration.useServerTs() ? clock.millis() : message.metadataTs();
        Set<Action> actions = choice.of(message, ts);
        if (actions.isEmpty()) {
            return NodeResult.success(message);
        }
        List<TimeseriesPoint> points =
                TelemetryJson.telemetry(message.payload(), ts).stream()
                        .filter(point -> !point.values().isEmpty())
                        .toList();
        if (points.isEmpty()) {
            return new NodeResult.Failed(message, "the payload has no values to store");
        }
        return store(message, points, actions, call);
    }

    private NodeResult store(
            RuleMessage message, List<TimeseriesPoint> points, Set<Action> actions, NodeCall call) {
        boolean history = actions.contains(Action.TIMESERIES);
        boolean latest = actions.contains(Action.LATEST);
        if (!history && !latest) {
            return NodeResult.success(message);
        }
        TimeseriesWrite write =
                new TimeseriesWrite(
                        message.tenant(),
                        message.originator(),
                        points,
                        history,
                        latest,
                        ttlOf(message),
                        call.lease(),
                        call.broughtBy(message));
        return new NodeResult.Later(store.save(write).thenApply(_ -> NodeResult.success(message)));
    }

    private static @Nullable String refusalOf(RuleMessage message) {
        if (!message.type().equals(MessageType.POST_TELEMETRY_REQUEST.name())) {
            return "the message must be of type POST_TELEMETRY_REQUEST, not " + message.type();
        }
        EntityType originator = message.originator().type();
        if (originator == EntityType.ENTITY_VIEW || originator == EntityType.API_USAGE_STATE) {
            return "the originator must be an entity that keeps time series, not " + originator;
        }
        String ttl = message.metadata().get("TTL");
        if (ttl != null && !ttl.isEmpty() && !isSeconds(ttl)) {
            return "metadata \"TTL\" must be a number of seconds, not \"%s\"".formatted(ttl);
        }
        return null;
    }

    /** Returns the time to live of a message that was not refused. */
    private long ttlOf(RuleMessage message) {
        String ttl = message.metadata().get("TTL");
        return ttl == null || ttl.isEmpty() ? configuration.defaultTTL() : Long.parseLong(ttl);
    }

    private static boolean isSeconds(String text) {
        try {
            return Long.parseLong(text) >= 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }
}
