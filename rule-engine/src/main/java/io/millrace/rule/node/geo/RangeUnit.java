// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

/** What the range of a circle is measured in. The factors are ThingsBoard's, so that circles keep their size. */
public enum RangeUnit {
    METER(1000),
    KILOMETER(1),
    FOOT(3280.84),
    MILE(0.62137),
    NAUTICAL_MILE(0.539957);

    private final double perKilometer;

    RangeUnit(double perKilometer) {
        this.perKilometer = perKilometer;
    }

    double ofKilometers(double kilometers) {
        return kilometers * perKilometer;
    }
}
