// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import io.millrace.rule.geo.RangeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where a node finds its perimeter, as ThingsBoard's flat configurations say it. A configuration that has such components
 * is one.
 */
interface PerimeterSettings {

    /** Whether messages bring the perimeter in their metadata. */
    boolean fetchPerimeterInfoFromMessageMetadata();

    /** Key of the metadata that bears the perimeter; null or empty: the keys that older versions had. */
    @Nullable String perimeterKeyName();

    /** The shape; null counts only where messages bring it by the older keys. */
    @Nullable PerimeterType perimeterType();

    /** The polygons, where messages bring none. */
    @Nullable String polygonsDefinition();

    /** Latitude of the circle's centre in degrees, where messages bring none. */
    @Nullable Double centerLatitude();

    /** Longitude of the circle's centre in degrees, where messages bring none. */
    @Nullable Double centerLongitude();

    /** Radius of the circle, where messages bring none. */
    @Nullable Double range();

    /** Unit of the radius, where messages bring none. */
    @Nullable RangeUnit rangeUnit();
}
