// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where in the rule chains a message starts or goes on.
 *
 * @param chain the chain that processes it
 * @param node the node at which it starts or behind which it goes on, or null: the chain's first node
 * @param label the label by which it leaves {@code node}, or null: it enters the node
 * @param callers where it returns to from nested chains, the innermost last
 */
public record EntryPoint(
        RuleChainId chain,
        @Nullable RuleNodeId node,
        @Nullable String label,
        List<Caller> callers) {

    public EntryPoint {
        Objects.requireNonNull(chain, "chain");
        if (node == null && label != null) {
            throw new IllegalArgumentException("expected a node to leave by a label");
        }
        callers = List.copyOf(callers);
    }

    /** The first node of a chain. */
    public static EntryPoint firstNodeOf(RuleChainId chain) {
        return new EntryPoint(chain, null, null, List.of());
    }

    /** A node of a chain, as if a connection had led there. */
    public static EntryPoint at(RuleChainId chain, RuleNodeId node) {
        return new EntryPoint(chain, node, null, List.of());
    }

    /** A "rule chain" node that waits for the label by which the nested chain ends. */
    public record Caller(RuleChainId chain, RuleNodeId node) {}
}
