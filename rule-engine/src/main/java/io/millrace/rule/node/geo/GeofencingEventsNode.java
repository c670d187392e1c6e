// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.geo.GeoPosition;
import io.millrace.rule.geo.RangeUnit;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.store.AttributeStore;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells when the originator enters or leaves a perimeter, and when it has stayed inside or outside. Its presence is
 * stored before the message leaves, so it survives a restart and a move of the originator's partition. ThingsBoard stores
 * it for each instance, and one for all nodes.
 */
@NodeType(
        id = "action.geofencing-events",
        alias = "org.thingsboard.rule.engine.geo.TbGpsGeofencingActionNode",
        group = NodeGroup.ACTION,
        name = "gps geofencing events",
        description =
                "Tells when the originator enters or leaves a perimeter, and when it has stayed inside or outside.",
        labels = {NodeResult.SUCCESS, "Entered", "Left", "Inside", "Outside"},
        version = 1,
        effect = true,
        waitsForStore = true)
public final class GeofencingEventsNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    "latitude",
                    "longitude",
                    PerimeterType.POLYGON,
                    true,
                    "ss_perimeter",
                    null,
                    null,
                    null,
                    null,
                    null,
                    1,
                    1,
                    TimeUnit.MINUTES,
                    TimeUnit.MINUTES,
                    true);

    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> configuration.put("reportPresenceStatusOnEachMessage", false);

    private final Configuration configuration;
    private final PerimeterSource perimeters;
    private final Presences presences;
    private final Clock clock;
    private final OriginatorSequence sequence = new OriginatorSequence();

    private GeofencingEventsNode(Configuration configuration, Presences presences, Clock clock) {
        this.configuration = configuration;
        this.perimeters = PerimeterSource.by(configuration);
        this.presences = presences;
        this.clock = clock;
    }

    /**
     * Configuration of the node.
     *
     * @param latitudeKeyName key of the latitude in degrees
     * @param longitudeKeyName key of the longitude in degrees
     * @param perimeterType the shape, or null if messages contain it with the keys of older versions
     * @param fetchPerimeterInfoFromMessageMetadata whether messages contain the perimeter
     * @param perimeterKeyName metadata key of the perimeter, or null or empty: the keys of older versions, as for {@link
     *     GeofencingFilterNode}
     * @param polygonsDefinition the polygons as JSON, or null
     * @param centerLatitude latitude of the circle's centre in degrees, or null
     * @param centerLongitude longitude of the circle's centre in degrees, or null
     * @param range radius of the circle, or null
     * @param rangeUnit unit of the radius, or null
     * @param minInsideDuration after which time inside it is told that the originator has stayed
     * @param minOutsideDuration after which time outside it is told that the originator has stayed
     * @param minInsideDurationTimeUnit unit of {@code minInsideDuration}; null: minutes
     * @param minOutsideDurationTimeUnit unit of {@code minOutsideDuration}; null: minutes
     * @param reportPresenceStatusOnEachMessage whether each message leaves by Inside or Outside, except those that leave
     *     by Entered or Left
     */
    public record Configuration(
            @NotBlank
                    @JsonPropertyDescription(
                            "Key of the latitude, looked up in the payload and then in the metadata.")
                    String latitudeKeyName,
            @NotBlank
                    @JsonPropertyDescription(
                            "Key of the longitude, looked up in the payload and then in the metadata.")
                    String longitudeKeyName,
            @JsonPropertyDescription("The shape of the perimeter.")
                    @Nullable PerimeterType perimeterType,
            @JsonPropertyDescription("Whether each message contains the perimeter in its metadata.")
                    boolean fetchPerimeterInfoFromMessageMetadata,
            @JsonPropertyDescription("Metadata key of the perimeter.")
                    @Nullable String perimeterKeyName,
            @JsonPropertyDescription(
                            "The polygon as a list of [latitude, longitude], or a list of such polygons.")
                    @Nullable String polygonsDefinition,
            @JsonPropertyDescription("Latitude of the circle's centre, in degrees.")
                    @Nullable Double centerLatitude,
            @JsonPropertyDescription("Longitude of the circle's centre, in degrees.")
                    @Nullable Double centerLongitude,
            @JsonPropertyDescription("Radius of the circle.") @Nullable Double range,
            @JsonPropertyDescription("Unit of the radius.") @Nullable RangeUnit rangeUnit,
            @Min(0)
                    @JsonPropertyDescription(
                            "Time inside after which a message leaves by Inside, once.")
                    int minInsideDuration,
            @Min(0)
                    @JsonPropertyDescription(
                            "Time outside after which a message leaves by Outside, once.")
                    int minOutsideDuration,
            @JsonPropertyDescription("Unit of the time inside.")
                    @Nullable TimeUnit minInsideDurationTimeUnit,
            @JsonPropertyDescription("Unit of the time outside.")
                    @Nullable TimeUnit minOutsideDurationTimeUnit,
            @JsonPropertyDescription(
                            "Whether each message leaves by Inside or Outside, if not by Entered or Left.")
                    boolean reportPresenceStatusOnEachMessage)
            implements PerimeterSettings {

        private long minMillis(boolean inside) {
            TimeUnit unit = inside ? minInsideDurationTimeUnit : minOutsideDurationTimeUnit;
            int duration = inside ? minInsideDuration : minOutsideDuration;
            return (unit == null ? TimeUnit.MINUTES : unit).toMillis(duration);
        }
    }

    /** Returns the definition of this node type, which keeps presences in the given store. */
    public static NodeDefinition<Configuration> definition(AttributeStore attributes, Clock clock) {
        return NodeDefinition.of(
                GeofencingEventsNode.class,
                DEFAULTS,
                UPGRADE,
                (configuration, node) -> create(configuration, node, attributes, clock));
    }

    private static GeofencingEventsNode create(
            Configuration configuration,
            NodeIdentity node,
            AttributeStore attributes,
            Clock clock) {
        return new GeofencingEventsNode(
                configuration, new Presences(node, attributes, clock), clock);
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        GeoPosition position =
                GeoPosition.of(
                        message, configuration.latitudeKeyName(), configuration.longitudeKeyName());
        boolean inside = perimeters.of(message.metadata()).contains(position);
        return new NodeResult.Later(
                sequence.then(
                        message.originator(),
                        () ->
                                presences
                                        .of(message, call)
                                        .thenCompose(
                                                before -> follow(message, before, inside, call))));
    }

    private CompletionStage<NodeResult> follow(
            RuleMessage message, Presence before, boolean inside, NodeCall call) {
        UUID id = message.id();
        long now = clock.millis();
        if (before.isOf(id)) {
            return leave(
                    before.stayed() ? stays(before.inside()) : switches(before.inside()), message);
        }
        if (before.isSwitchedBy(inside)) {
            return presences
                    .save(message, Presence.switched(inside, now, id), call)
                    .thenCompose(_ -> leave(switches(inside), message));
        }
        if (configuration.reportPresenceStatusOnEachMessage()) {
            return leave(stays(inside), message);
        }
        if (before.stayed() || now - before.stateSwitchTime() <= configuration.minMillis(inside)) {
            return leave(NodeResult.SUCCESS, message);
        }
        return presences
                .save(message, before.stayed(id), call)
                .thenCompose(_ -> leave(stays(inside), message));
    }

    private static String switches(boolean inside) {
        return inside ? "Entered" : "Left";
    }

    private static String stays(boolean inside) {
        return inside ? "Inside" : "Outside";
    }

    private static CompletionStage<NodeResult> leave(String label, RuleMessage message) {
        return CompletableFuture.completedStage(NodeResult.to(label, message));
    }
}
