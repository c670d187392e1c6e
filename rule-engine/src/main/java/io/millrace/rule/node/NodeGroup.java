// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/** The drawer of the editor's palette in which a node lies. */
public enum NodeGroup {
    FILTER,
    ENRICHMENT,
    TRANSFORMATION,
    ACTION,
    EXTERNAL,
    FLOW
}
