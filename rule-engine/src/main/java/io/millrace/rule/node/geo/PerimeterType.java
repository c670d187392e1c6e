// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

/** The shapes of a perimeter. */
public enum PerimeterType {
    CIRCLE,
    POLYGON
}
