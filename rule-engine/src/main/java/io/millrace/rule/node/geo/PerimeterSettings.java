// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import io.millrace.rule.geo.RangeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The perimeter settings of a node, in the form of ThingsBoard's flat configurations. Implemented by configuration
 * records with these components.
 */
interface PerimeterSettings {

    /** Whether messages contain the perimeter in their metadata. */
    boolean fetchPerimeterInfoFromMessageMetadata();

    /** Metadata key of the perimeter; null or empty: the keys of older versions. */
    @Nullable String perimeterKeyName();

    /** The shape; null is allowed only if messages contain it with the older keys. */
    @Nullable PerimeterType perimeterType();

    /** The polygons, if messages contain none. */
    @Nullable String polygonsDefinition();

    /** Latitude of the circle's centre in degrees, if messages contain none. */
    @Nullable Double centerLatitude();

    /** Longitude of the circle's centre in degrees, if messages contain none. */
    @Nullable Double centerLongitude();

    /** Radius of the circle, if messages contain none. */
    @Nullable Double range();

    /** Unit of the radius, if messages contain none. */
    @Nullable RangeUnit rangeUnit();
}
