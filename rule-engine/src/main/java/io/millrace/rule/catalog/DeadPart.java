// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;

/**
 * A part of a chain that no message ever takes: a node that cannot be reached, or a connection whose label its node never
 * emits. The chain runs all the same, without it.
 *
 * @param fault where it is, for the person who drew the chain
 * @param place where it is over all versions of the chain, or null: at a node that is new
 */
public record DeadPart(ChainFault fault, @Nullable Place place) {

    /**
     * Where a dead part is, whatever the order of nodes and connections.
     *
     * @param node the node, or the one that the connection leaves
     * @param label the connection's label; null where the node itself is meant
     */
    public record Place(RuleNodeId node, @Nullable String label) {}

    static DeadPart of(ChainFault fault, @Nullable RuleNodeId node, @Nullable String label) {
        return new DeadPart(fault, node == null ? null : new Place(node, label));
    }
}
