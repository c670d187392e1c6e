// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeoPositionTest {

    /** Distances on a sphere of 6371.0088 km. */
    @ParameterizedTest
    @CsvSource({
        "0,0,0,0,0",
        "0,0,0,1,111.195",
        "0,0,1,0,111.195",
        "60,0,60,1,55.597",
        "52.5200,13.4050,48.8566,2.3522,877.465",
        "10,179.5,10,-179.5,109.505",
        "90,0,-90,0,20015.115",
        "0,0,0,180,20015.115"
    })
    void knowsTheDistanceAlongTheSurface(
            double lat1, double lon1, double lat2, double lon2, double kilometers) {
        GeoPosition one = new GeoPosition(lat1, lon1);
        GeoPosition other = new GeoPosition(lat2, lon2);

        assertThat(one.kilometersTo(other)).isCloseTo(kilometers, within(0.01));
        assertThat(other.kilometersTo(one)).isCloseTo(kilometers, within(0.01));
    }

    @Test
    void isNoDistanceFromItself() {
        GeoPosition position = new GeoPosition(50.45, 30.52);

        assertThat(position.kilometersTo(position)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "METER,1000",
        "KILOMETER,1",
        "FOOT,3280.84",
        "MILE,0.62137",
        "NAUTICAL_MILE,0.539957"
    })
    void measuresInEachUnit(RangeUnit unit, double inOneKilometer) {
        assertThat(unit.ofKilometers(1)).isEqualTo(inOneKilometer);
    }

    @Test
    void isOutsideACircleWhoseRangeIsJustItsDistance() {
        GeoPosition center = new GeoPosition(0, 0);
        GeoPosition position = new GeoPosition(0, 1);
        double distance = position.kilometersTo(center);

        assertThat(circle(center, distance).contains(position)).isFalse();
        assertThat(circle(center, Math.nextUp(distance)).contains(position)).isTrue();
        assertThat(circle(center, 0).contains(center)).isFalse();
    }

    private static Perimeter circle(GeoPosition center, double range) {
        return new Perimeter.Circle(center, range, RangeUnit.KILOMETER);
    }
}
