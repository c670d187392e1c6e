// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whether a place is inside a perimeter; degrees of latitude and longitude. */
public final class GeoFunctions {

    private static final double EARTH_RADIUS_KM = 6371.0088;

    /** How many of the unit make a kilometre. */
    private static final Map<String, Double> UNITS =
            Map.of(
                    "METER",
                    1000.0,
                    "KILOMETER",
                    1.0,
                    "FOOT",
                    3280.84,
                    "MILE",
                    0.62137,
                    "NAUTICAL_MILE",
                    0.539957);

    private GeoFunctions() {}

    /**
     * Whether the place is inside one of the polygons, not on its border.
     *
     * @param perimeter JSON: {@code [[latitude, longitude], …]}, or an array of such polygons. Two points are opposite
     *     corners of a rectangle; a polygon inside another is a hole
     */
    public static boolean isInsidePolygon(double latitude, double longitude, String perimeter) {
        List<Ring> rings = new ArrayList<>();
        collect(read(perimeter), rings);
        if (rings.isEmpty()) {
            throw new IllegalArgumentException("perimeter: expected a polygon");
        }
        Point place = new Point(latitude, longitude);
        boolean inside = false;
        for (Ring ring : rings) {
            boolean hole = rings.stream().anyMatch(other -> other.holds(ring));
            if (hole && ring.touches(place)) {
                return false;
            }
            inside |= !hole && ring.surrounds(place);
        }
        return inside;
    }

    /**
     * Whether the place is nearer to the centre than the radius.
     *
     * @param perimeter JSON: {@code {"latitude", "longitude", "radius", "radiusUnit"}}; the unit is METER (if it is left
     *     out), KILOMETER, FOOT, MILE or NAUTICAL_MILE
     */
    public static boolean isInsideCircle(double latitude, double longitude, String perimeter) {
        JsonNode circle = read(perimeter);
        double centreLatitude = number(circle, "latitude");
        double centreLongitude = number(circle, "longitude");
        JsonNode unit = circle.path("radiusUnit");
        String name = unit.isString() ? unit.stringValue().toUpperCase(Locale.ROOT) : "METER";
        Double perKilometre = UNITS.get(name);
        if (perKilometre == null) {
            throw new IllegalArgumentException(
                    "perimeter: expected one of METER, KILOMETER, FOOT, MILE and NAUTICAL_MILE as radiusUnit, but got "
                            + Bytes.shorten(name));
        }
        double distance =
                kilometres(latitude, longitude, centreLatitude, centreLongitude) * perKilometre;
        return number(circle, "radius") > distance;
    }

    /** The great-circle distance. */
    private static double kilometres(double lat1, double lon1, double lat2, double lon2) {
        double sinLat = Math.sin(Math.toRadians(lat2 - lat1) / 2);
        double sinLon = Math.sin(Math.toRadians(lon2 - lon1) / 2);
        double h =
                sinLat * sinLat
                        + Math.cos(Math.toRadians(lat1))
                                * Math.cos(Math.toRadians(lat2))
                                * sinLon
                                * sinLon;
        return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
    }

    private static JsonNode read(@Nullable String perimeter) {
        if (perimeter == null) {
            throw new IllegalArgumentException("perimeter: expected JSON, but got null");
        }
        try {
            return JsonMapper.shared().readTree(perimeter);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "perimeter: expected JSON, but got \"%s\"".formatted(Bytes.shorten(perimeter)),
                    e);
        }
    }

    private static double number(JsonNode circle, String field) {
        JsonNode value = circle.path(field);
        if (!value.isNumber()) {
            throw new IllegalArgumentException(
                    "perimeter: expected a number as %s, but got %s".formatted(field, value));
        }
        return value.doubleValue();
    }

    /** The polygons, at whatever depth of arrays they stand. */
    private static void collect(JsonNode node, List<Ring> rings) {
        if (!node.isArray() || node.isEmpty()) {
            throw new IllegalArgumentException(
                    "perimeter: expected an array of [latitude, longitude]");
        }
        if (!isPoint(node.get(0))) {
            for (JsonNode each : node) {
                collect(each, rings);
            }
            return;
        }
        List<Point> points = new ArrayList<>();
        for (JsonNode each : node) {
            if (!isPoint(each)) {
                throw new IllegalArgumentException(
                        "perimeter: expected [latitude, longitude], but got "
                                + Bytes.shorten(each.toString()));
            }
            points.add(new Point(each.get(0).doubleValue(), each.get(1).doubleValue()));
        }
        rings.add(Ring.of(points));
    }

    private static boolean isPoint(JsonNode node) {
        return node.isArray()
                && node.size() == 2
                && node.get(0).isNumber()
                && node.get(1).isNumber();
    }

    private record Point(double x, double y) {

        /** Twice the area of the triangle with two others; 0 where the three are on one line. */
        private double area(Point a, Point b) {
            return (a.x - x) * (b.y - y) - (b.x - x) * (a.y - y);
        }

        private boolean isOn(Point a, Point b) {
            return area(a, b) == 0
                    && x >= Math.min(a.x, b.x)
                    && x <= Math.max(a.x, b.x)
                    && y >= Math.min(a.y, b.y)
                    && y <= Math.max(a.y, b.y);
        }
    }

    private record Ring(List<Point> points) {

        static Ring of(List<Point> points) {
            if (points.size() < 2) {
                throw new IllegalArgumentException(
                        "perimeter: expected at least two points, but got one");
            }
            if (points.size() > 2) {
                return new Ring(List.copyOf(points));
            }
            Point a = points.getFirst();
            Point b = points.getLast();
            return new Ring(List.of(a, new Point(a.x, b.y), b, new Point(b.x, a.y)));
        }

        private Stream<Point[]> edges() {
            return java.util.stream.IntStream.range(0, points.size())
                    .mapToObj(
                            i -> new Point[] {points.get(i), points.get((i + 1) % points.size())});
        }

        private boolean borders(Point place) {
            return edges().anyMatch(edge -> place.isOn(edge[0], edge[1]));
        }

        boolean surrounds(Point place) {
            return !borders(place) && crossings(place) % 2 == 1;
        }

        boolean touches(Point place) {
            return borders(place) || crossings(place) % 2 == 1;
        }

        boolean holds(Ring other) {
            return other.points.stream().allMatch(this::touches) && !touchedByAllOf(other);
        }

        /** Of two equal rings, and so of a ring and itself, neither is a hole. */
        private boolean touchedByAllOf(Ring other) {
            return points.stream().allMatch(other::touches);
        }

        /** How often a line from the place crosses the border. */
        private long crossings(Point place) {
            return edges().filter(
                            edge -> {
                                Point a = edge[0];
                                Point b = edge[1];
                                return a.y > place.y != b.y > place.y
                                        && place.x
                                                < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x;
                            })
                    .count();
        }
    }
}
