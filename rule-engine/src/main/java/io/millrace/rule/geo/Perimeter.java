// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

/** An area on earth. */
public sealed interface Perimeter permits Perimeter.Circle, Polygons {

    /** True if a position lies inside; the border is outside. */
    boolean contains(GeoPosition position);

    /**
     * All positions that are nearer to a centre than the range.
     *
     * @param range in the unit
     */
    record Circle(GeoPosition center, double range, RangeUnit unit) implements Perimeter {

        @Override
        public boolean contains(GeoPosition position) {
            return unit.ofKilometers(position.kilometersTo(center)) < range;
        }
    }
}
