// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/**
 * What the engine must know of a node before it runs.
 *
 * @param type id of its type
 * @param waitsForStore whether its answers wait for Millrace's own stores: such a node has neither bound nor breaker,
 *     since an outage of the store fails nothing
 */
public record NodeKind(String type, boolean waitsForStore) {

    /** A node of a type that nobody knows. */
    public static final NodeKind UNKNOWN = new NodeKind("unknown", false);
}
