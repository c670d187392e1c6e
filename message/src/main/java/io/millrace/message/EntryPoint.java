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
 * @param node the node to go on behind, or null: the chain's first node
 * @param label the label by which it leaves {@code node}; null exactly where {@code node} is null
 * @param callers where it returns to from nested chains, the innermost last
 */
public record EntryPoint(
        RuleChainId chain,
        @Nullable RuleNodeId node,
        @Nullable String label,
        List<Caller> callers) {

    public EntryPoint {
        Objects.requireNonNull(chain, "chain");
        if ((node == null) != (label == null)) {
            throw new IllegalArgumentException("expected a node and a label, or neither");
        }
        callers = List.copyOf(callers);
    }

    /** The first node of a chain. */
    public static EntryPoint firstNodeOf(RuleChainId chain) {
        return new EntryPoint(chain, null, null, List.of());
    }

    /** A "rule chain" node that waits for the label by which the nested chain ends. */
    public record Caller(RuleChainId chain, RuleNodeId node) {}
}
