// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The unit of a circle's range. The factors are ThingsBoard's, so that circles keep their size. */
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

    /**
     * Returns the unit with a name.
     *
     * @param field the field that contains the name, for the exception
     * @throws IllegalArgumentException if there is no such unit
     */
    public static RangeUnit of(String field, String name) {
        return Arrays.stream(values())
                .filter(unit -> unit.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s: \"%s\" is not %s".formatted(field, name, choices())));
    }

    /** Returns the names of all units, for exceptions. */
    public static String choices() {
        return Arrays.stream(values())
                .map(RangeUnit::name)
                .collect(Collectors.joining(", ", "one of ", ""));
    }

    double ofKilometers(double kilometers) {
        return kilometers * perKilometer;
    }
}
