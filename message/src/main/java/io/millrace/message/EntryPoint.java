// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The place in the rule chains at which a message starts or continues.
 *
 * @param chain the chain that processes it
 * @param node the node at which it starts or after which it continues, or null: the chain's first node
 * @param label the label by which it leaves {@code node}, or null: it enters the node
 * @param callers the nodes to which it returns from nested chains, the innermost last
 */
public record EntryPoint(
        RuleChainId chain,
        @Nullable RuleNodeId node,
        @Nullable String label,
        List<Caller> callers) {

    public EntryPoint {
        Objects.requireNonNull(chain, "chain");
        if (node == null && label != null) {
            throw new IllegalArgumentException(
                    "a label requires a node that the message leaves by it");
        }
        callers = List.copyOf(callers);
    }

    /** Returns the entry at the first node of a chain. */
    public static EntryPoint firstNodeOf(RuleChainId chain) {
        return new EntryPoint(chain, null, null, List.of());
    }

    /** Returns the entry at a node of a chain, as if a connection had led there. */
    public static EntryPoint at(RuleChainId chain, RuleNodeId node) {
        return new EntryPoint(chain, node, null, List.of());
    }

    /** A "rule chain" node that waits for the label by which the nested chain ends. */
    public record Caller(RuleChainId chain, RuleNodeId node) {}
}
