// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/** The group of the editor's palette that shows a node. */
public enum NodeGroup {
    FILTER,
    ENRICHMENT,
    TRANSFORMATION,
    ACTION,
    EXTERNAL,
    FLOW
}
