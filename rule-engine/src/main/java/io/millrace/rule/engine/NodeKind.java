// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/**
 * The properties of a node that the engine needs before the node runs.
 *
 * @param type id of its type
 * @param waitsForStore true if its answers wait for Millrace's own stores. Such a node has neither limit nor breaker,
 *     so that its messages wait during an outage of the store instead of failing.
 */
public record NodeKind(String type, boolean waitsForStore) {

    /** The kind of nodes whose type is unknown. */
    public static final NodeKind UNKNOWN = new NodeKind("unknown", false);
}
