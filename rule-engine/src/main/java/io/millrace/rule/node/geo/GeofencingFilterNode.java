// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.geo.GeoPosition;
import io.millrace.rule.geo.RangeUnit;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/** Checks whether the position in a message lies inside a perimeter; the border is outside. */
@NodeType(
        id = "filter.geofencing",
        alias = "org.thingsboard.rule.engine.geo.TbGpsGeofencingFilterNode",
        group = NodeGroup.FILTER,
        name = "gps geofencing filter",
        description = "Checks whether the position in each message lies inside a perimeter.",
        labels = {"True", "False"})
public final class GeofencingFilterNode implements RuleNode {

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
                    null);

    private final String latitudeKey;
    private final String longitudeKey;
    private final PerimeterSource perimeters;

    private GeofencingFilterNode(Configuration configuration) {
        this.latitudeKey = configuration.latitudeKeyName();
        this.longitudeKey = configuration.longitudeKeyName();
        this.perimeters = PerimeterSource.by(configuration);
    }

    /**
     * Configuration of the node.
     *
     * @param latitudeKeyName key of the latitude in degrees
     * @param longitudeKeyName key of the longitude in degrees
     * @param perimeterType the shape, or null if messages contain it with the keys of older versions
     * @param fetchPerimeterInfoFromMessageMetadata whether messages contain the perimeter
     * @param perimeterKeyName metadata key of the perimeter, or null or empty: {@code perimeter} for polygons, or else
     *     {@code centerLatitude}, {@code centerLongitude}, {@code range} and {@code rangeUnit}
     * @param polygonsDefinition the polygons as JSON, or null
     * @param centerLatitude latitude of the circle's centre in degrees, or null
     * @param centerLongitude longitude of the circle's centre in degrees, or null
     * @param range radius of the circle, or null
     * @param rangeUnit unit of the radius, or null
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
            @JsonPropertyDescription("Unit of the radius.") @Nullable RangeUnit rangeUnit)
            implements PerimeterSettings {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                GeofencingFilterNode.class,
                DEFAULTS,
                (configuration, _) -> new GeofencingFilterNode(configuration));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        GeoPosition position = GeoPosition.of(message, latitudeKey, longitudeKey);
        boolean inside = perimeters.of(message.metadata()).contains(position);
        return NodeResult.to(inside ? "True" : "False", message);
    }
}
