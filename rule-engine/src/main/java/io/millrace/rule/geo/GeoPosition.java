// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

import io.millrace.message.RuleMessage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A position on earth.
 *
 * @param latitude in degrees, north positive
 * @param longitude in degrees, east positive
 */
public record GeoPosition(double latitude, double longitude) {

    private static final double EARTH_MEAN_RADIUS_KM = 6371.0087714;

    /**
     * Reads the position from a message. Each coordinate is read from the payload if it is a plain value there, else
     * from the metadata.
     *
     * @throws IllegalArgumentException if the payload is not a JSON object, or a coordinate is missing or not a number
     */
    public static GeoPosition of(RuleMessage message, String latitudeKey, String longitudeKey) {
        JsonNode payload = message.payload().json();
        if (!payload.isObject()) {
            throw new IllegalArgumentException(
                    "the payload must be a JSON object, not " + payload.getNodeType());
        }
        return new GeoPosition(
                coordinate(
                        payload.get(latitudeKey), message.metadata().get(latitudeKey), latitudeKey),
                coordinate(
                        payload.get(longitudeKey),
                        message.metadata().get(longitudeKey),
                        longitudeKey));
    }

    private static double coordinate(
            @Nullable JsonNode inPayload, @Nullable String inMetadata, String key) {
        if (inPayload != null && inPayload.isValueNode() && !inPayload.isNull()) {
            return Numbers.of(key, inPayload);
        }
        if (inMetadata == null) {
            throw new IllegalArgumentException(
                    "%s: must be a number in payload or metadata, but is missing".formatted(key));
        }
        return Numbers.of(key, inMetadata);
    }

    /**
     * Returns the distance along the surface in kilometres, by the haversine formula on a sphere of the earth's mean
     * radius.
     */
    public double kilometersTo(GeoPosition other) {
        double lat1 = Math.toRadians(latitude);
        double lat2 = Math.toRadians(other.latitude);
        double sinLat = Math.sin((lat2 - lat1) / 2);
        double sinLon = Math.sin(Math.toRadians(other.longitude - longitude) / 2);
        double h = sinLat * sinLat + Math.cos(lat1) * Math.cos(lat2) * sinLon * sinLon;
        // Rounding may make h greater than 1 if the two positions are antipodal.
        return 2 * EARTH_MEAN_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, h)));
    }
}
