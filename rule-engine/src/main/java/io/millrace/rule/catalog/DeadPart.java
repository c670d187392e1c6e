// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;

/**
 * A part of a chain that no message ever reaches: an unreachable node, or a connection whose label its node never
 * emits. The chain runs without it.
 *
 * @param fault the position, for the author of the chain
 * @param place the position by ids, which holds for all versions of the chain, or null: at a new node
 */
public record DeadPart(ChainFault fault, @Nullable Place place) {

    /**
     * The position of a dead part, independent of the order of nodes and connections.
     *
     * @param node the node, or the one that the connection leaves
     * @param label the connection's label; null for the node itself
     */
    public record Place(RuleNodeId node, @Nullable String label) {}

    static DeadPart of(ChainFault fault, @Nullable RuleNodeId node, @Nullable String label) {
        return new DeadPart(fault, node == null ? null : new Place(node, label));
    }
}
