// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.message.MessageJson;
import io.millrace.rule.geo.GeoPosition;
import io.millrace.rule.geo.Perimeter;
import io.millrace.rule.geo.Polygons;
import io.millrace.rule.geo.RangeUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Checks of positions against perimeters; coordinates in degrees of latitude and longitude. */
public final class GeoFunctions {

    private GeoFunctions() {}

    /**
     * True if the position is inside an area; its border is outside.
     *
     * @param perimeter the area as {@link Polygons} reads it
     */
    public static boolean isInsidePolygon(double latitude, double longitude, String perimeter) {
        return Polygons.of("perimeter", present(perimeter))
                .contains(new GeoPosition(latitude, longitude));
    }

    /**
     * True if the distance of the position from the centre is less than the radius.
     *
     * @param perimeter JSON: {@code {"latitude", "longitude", "radius", "radiusUnit"}}; the unit is METER (the
     *     default), KILOMETER, FOOT, MILE or NAUTICAL_MILE
     */
    public static boolean isInsideCircle(double latitude, double longitude, String perimeter) {
        JsonNode circle = read(present(perimeter));
        GeoPosition center =
                new GeoPosition(number(circle, "latitude"), number(circle, "longitude"));
        return new Perimeter.Circle(center, number(circle, "radius"), unit(circle))
                .contains(new GeoPosition(latitude, longitude));
    }

    private static RangeUnit unit(JsonNode circle) {
        JsonNode unit = circle.path("radiusUnit");
        return unit.isString()
                ? RangeUnit.of("perimeter.radiusUnit", unit.stringValue().toUpperCase(Locale.ROOT))
                : RangeUnit.METER;
    }

    private static String present(@Nullable String perimeter) {
        if (perimeter == null) {
            throw new IllegalArgumentException("perimeter: expected JSON, got null");
        }
        return perimeter;
    }

    private static JsonNode read(String perimeter) {
        try {
            return MessageJson.MAPPER.readTree(perimeter);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "perimeter: expected JSON, got \"%s\"".formatted(Bytes.shorten(perimeter)), e);
        }
    }

    private static double number(JsonNode circle, String field) {
        JsonNode value = circle.path(field);
        if (!value.isNumber()) {
            throw new IllegalArgumentException(
                    "perimeter: expected a number as %s, got %s".formatted(field, value));
        }
        return value.doubleValue();
    }
}
