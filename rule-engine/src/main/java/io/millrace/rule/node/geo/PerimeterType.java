// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

/** The shapes that a perimeter may have. */
public enum PerimeterType {
    CIRCLE,
    POLYGON
}
