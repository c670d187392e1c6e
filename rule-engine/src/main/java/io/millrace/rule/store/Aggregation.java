// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

/** What becomes of the values of a span of time. */
public enum Aggregation {
    MIN,
    MAX,
    AVG,
    SUM,
    COUNT,
    /** They stay as they are. */
    NONE
}
