// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

/** How the values of a time range are aggregated. */
public enum Aggregation {
    MIN,
    MAX,
    AVG,
    SUM,
    COUNT,
    /** No aggregation. */
    NONE
}
