// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

import io.millrace.message.MessageJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.algorithm.LineIntersector;
import org.locationtech.jts.algorithm.RobustLineIntersector;
import org.locationtech.jts.algorithm.locate.SimplePointInAreaLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.util.GeometryFixer;
import org.locationtech.jts.noding.MCIndexNoder;
import org.locationtech.jts.noding.NodedSegmentString;
import org.locationtech.jts.noding.SegmentIntersector;
import org.locationtech.jts.noding.SegmentString;
import org.locationtech.jts.operation.union.CascadedPolygonUnion;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An area of polygons on a plane of latitude and longitude, without special treatment of the date line. A polygon
 * inside another is a hole; the area is the union of all others without the holes. Sides that cross are repaired: every
 * point that the polygon encloses counts as inside. The text is JSON: a list of {@code [latitude, longitude]}, or lists
 * of such lists, nested to any depth. Two points are opposite corners of a rectangle; more are closed to a ring.
 *
 * <p>Messages may contain polygons, too, and the cost of repairing is quadratic in the crossings; so the numbers of
 * points, polygons and crossings are limited.
 */
public final class Polygons implements Perimeter {

    static final int MOST_POINTS = 5_000;
    static final int MOST_POLYGONS = 100;
    static final int MOST_CROSSINGS = 200;

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final GeometryFactory GEOMETRY = new GeometryFactory();

    private final Geometry area;

    private Polygons(Geometry area) {
        this.area = area;
    }

    /**
     * Reads an area.
     *
     * @param name the source of the text, for the exception
     * @throws IllegalArgumentException if the text is not an area, or exceeds the limits
     */
    public static Polygons of(String name, String text) {
        List<Coordinate[]> rings = new ArrayList<>();
        collect(name, read(name, text), rings);
        checkBounds(name, rings);
        return new Polygons(area(rings.stream().map(Polygons::repaired).toList()));
    }

    @Override
    public boolean contains(GeoPosition position) {
        Coordinate point = new Coordinate(position.latitude(), position.longitude());
        return SimplePointInAreaLocator.locate(point, area) == Location.INTERIOR;
    }

    private static JsonNode read(String name, String text) {
        JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (JacksonException e) {
            throw refusal(name, "a list of points", "\"%s\"".formatted(text));
        }
        if (!json.isArray() || json.isEmpty()) {
            throw refusal(
                    name, "a list of points", json.isMissingNode() ? "nothing" : json.toString());
        }
        return json;
    }

    private static void collect(String name, JsonNode list, List<Coordinate[]> rings) {
        if (!list.isArray() || list.isEmpty()) {
            throw refusal(name, "a list of points", list.toString());
        }
        JsonNode first = list.get(0);
        if (first.isArray() && !first.isEmpty() && first.get(0).isValueNode()) {
            rings.add(ring(name, list));
            return;
        }
        for (JsonNode inner : list) {
            collect(name, inner, rings);
        }
    }

    private static Coordinate[] ring(String name, JsonNode list) {
        List<Coordinate> points = new ArrayList<>(list.size() + 1);
        for (JsonNode point : list) {
            if (!point.isArray() || point.size() != 2) {
                throw refusal(name, "a point [latitude, longitude]", point.toString());
            }
            points.add(
                    new Coordinate(Numbers.of(name, point.get(0)), Numbers.of(name, point.get(1))));
        }
        if (points.size() < 2) {
            throw refusal(name, "two points or more", list.toString());
        }
        if (points.size() == 2) {
            Coordinate corner = points.getFirst();
            Coordinate opposite = points.getLast();
            points.add(1, new Coordinate(corner.x, opposite.y));
            points.add(new Coordinate(opposite.x, corner.y));
        }
        if (!points.getFirst().equals2D(points.getLast())) {
            points.add(points.getFirst().copy());
        }
        return points.toArray(Coordinate[]::new);
    }

    private static void checkBounds(String name, List<Coordinate[]> rings) {
        if (rings.size() > MOST_POLYGONS) {
            throw refusal(
                    name,
                    "at most %d polygons".formatted(MOST_POLYGONS),
                    String.valueOf(rings.size()));
        }
        int points = rings.stream().mapToInt(ring -> ring.length).sum();
        if (points > MOST_POINTS) {
            throw refusal(name, "at most %d points".formatted(MOST_POINTS), String.valueOf(points));
        }
        if (Crossings.exceed(rings, MOST_CROSSINGS)) {
            throw refusal(name, "at most %d crossings of sides".formatted(MOST_CROSSINGS), "more");
        }
    }

    private static Geometry repaired(Coordinate[] ring) {
        return GeometryFixer.fix(GEOMETRY.createPolygon(ring));
    }

    private static Geometry area(List<Geometry> polygons) {
        List<Geometry> covering = new ArrayList<>();
        List<Geometry> holes = new ArrayList<>();
        for (Geometry polygon : polygons) {
            boolean hole = polygons.stream().anyMatch(other -> isInside(polygon, other));
            (hole ? holes : covering).add(polygon);
        }
        return union(covering).difference(union(holes));
    }

    private static Geometry union(List<Geometry> polygons) {
        @Nullable Geometry union = CascadedPolygonUnion.union(polygons);
        return union == null ? GEOMETRY.createPolygon() : union;
    }

    /** True if one polygon lies inside another; false for two that cover the same area. */
    private static boolean isInside(Geometry polygon, Geometry other) {
        return other.contains(polygon) && !polygon.contains(other);
    }

    private static IllegalArgumentException refusal(String name, String expected, String got) {
        String shown = got.length() <= 200 ? got : got.substring(0, 200) + "…";
        return new IllegalArgumentException(
                "%s: must be %s, not %s".formatted(name, expected, shown));
    }

    /** Counts crossings of sides, up to a limit. */
    private static final class Crossings implements SegmentIntersector {

        private final LineIntersector intersector = new RobustLineIntersector();
        private final int most;
        private int count;

        private Crossings(int most) {
            this.most = most;
        }

        static boolean exceed(List<Coordinate[]> rings, int most) {
            Crossings crossings = new Crossings(most);
            new MCIndexNoder(crossings)
                    .computeNodes(
                            rings.stream()
                                    .map(ring -> new NodedSegmentString(ring, null))
                                    .toList());
            return crossings.isDone();
        }

        @Override
        public void processIntersections(
                SegmentString one, int oneIndex, SegmentString other, int otherIndex) {
            if (one.equals(other) && oneIndex == otherIndex) {
                return;
            }
            intersector.computeIntersection(
                    one.getCoordinate(oneIndex),
                    one.getCoordinate(oneIndex + 1),
                    other.getCoordinate(otherIndex),
                    other.getCoordinate(otherIndex + 1));
            if (intersector.isInteriorIntersection()) {
                count++;
            }
        }

        @Override
        public boolean isDone() {
            return count > most;
        }
    }
}
