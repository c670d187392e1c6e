// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import io.millrace.message.MessageJson;
import io.millrace.message.Metadata;
import io.millrace.rule.geo.GeoPosition;
import io.millrace.rule.geo.Numbers;
import io.millrace.rule.geo.Perimeter;
import io.millrace.rule.geo.Polygons;
import io.millrace.rule.geo.RangeUnit;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The source of a message's perimeter: the configuration, the same for all messages, or the message's metadata. */
@FunctionalInterface
interface PerimeterSource {

    JsonMapper JSON = MessageJson.MAPPER;

    /**
     * Returns the perimeter for a message with the given metadata.
     *
     * @throws IllegalArgumentException if the metadata contains none
     */
    Perimeter of(Metadata metadata);

    /**
     * Returns the source for a configuration. A perimeter in the configuration is created here, once.
     *
     * @throws InvalidConfigurationException if settings are missing or are not a perimeter
     */
    static PerimeterSource by(PerimeterSettings settings) {
        String key = settings.perimeterKeyName();
        if (settings.fetchPerimeterInfoFromMessageMetadata() && (key == null || key.isEmpty())) {
            return PerimeterSource::ofOlderKeys;
        }
        PerimeterType type = settings.perimeterType();
        if (type == null) {
            throw new InvalidConfigurationException(
                    "perimeterType: must be one of CIRCLE, POLYGON, but is missing");
        }
        if (settings.fetchPerimeterInfoFromMessageMetadata() && key != null) {
            return switch (type) {
                case POLYGON -> metadata -> Polygons.of(key, required(metadata, key));
                case CIRCLE -> metadata -> circle(key, required(metadata, key));
            };
        }
        Perimeter configured =
                switch (type) {
                    case POLYGON -> polygons(settings);
                    case CIRCLE -> circle(settings);
                };
        return _ -> configured;
    }

    private static Perimeter polygons(PerimeterSettings settings) {
        String text = settings.polygonsDefinition();
        if (text == null) {
            throw new InvalidConfigurationException(
                    "polygonsDefinition: must be a list of points, but is missing");
        }
        try {
            return Polygons.of("polygonsDefinition", text);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Perimeter circle(PerimeterSettings settings) {
        Double latitude = settings.centerLatitude();
        Double longitude = settings.centerLongitude();
        Double range = settings.range();
        RangeUnit unit = settings.rangeUnit();
        if (latitude == null || longitude == null || range == null || unit == null) {
            List<String> faults = new ArrayList<>();
            addIfNull(faults, latitude, "centerLatitude: must be a number, but is missing");
            addIfNull(faults, longitude, "centerLongitude: must be a number, but is missing");
            addIfNull(faults, range, "range: must be a number, but is missing");
            addIfNull(
                    faults,
                    unit,
                    "rangeUnit: must be %s, but is missing".formatted(RangeUnit.choices()));
            throw new InvalidConfigurationException(faults);
        }
        return new Perimeter.Circle(new GeoPosition(latitude, longitude), range, unit);
    }

    private static void addIfNull(List<String> faults, @Nullable Object value, String fault) {
        if (value == null) {
            faults.add(fault);
        }
    }

    private static Perimeter ofOlderKeys(Metadata metadata) {
        String polygon = metadata.get("perimeter");
        if (polygon != null && !polygon.isEmpty()) {
            return Polygons.of("perimeter", polygon);
        }
        return new Perimeter.Circle(
                new GeoPosition(
                        number(metadata, "centerLatitude"), number(metadata, "centerLongitude")),
                number(metadata, "range"),
                RangeUnit.of("rangeUnit", required(metadata, "rangeUnit")));
    }

    private static Perimeter circle(String key, String text) {
        JsonNode circle;
        try {
            circle = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "%s: must be a circle as JSON object, not \"%s\"".formatted(key, text), e);
        }
        if (!circle.isObject()) {
            throw new IllegalArgumentException(
                    "%s: must be a circle as JSON object, not \"%s\"".formatted(key, text));
        }
        JsonNode unit = circle.path("radiusUnit");
        return new Perimeter.Circle(
                new GeoPosition(number(key, circle, "latitude"), number(key, circle, "longitude")),
                number(key, circle, "radius"),
                unit.isMissingNode() || unit.isNull()
                        ? RangeUnit.METER
                        : RangeUnit.of(key + ".radiusUnit", unit.asString("")));
    }

    private static double number(String key, JsonNode circle, String member) {
        String name = key + "." + member;
        JsonNode value = circle.path(member);
        if (value.isMissingNode()) {
            throw new IllegalArgumentException(
                    "%s: must be a number, but is missing".formatted(name));
        }
        return Numbers.of(name, value);
    }

    private static double number(Metadata metadata, String key) {
        return Numbers.of(key, required(metadata, key));
    }

    private static String required(Metadata metadata, String key) {
        String value = metadata.get(key);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: must be a perimeter in the metadata, but is missing".formatted(key));
        }
        return value;
    }
}
