// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;

/**
 * A node that a message passed.
 *
 * @param previous the hop before, or null for the first
 * @param chain the node's chain
 * @param chainVersion the chain's version, counted from 1
 * @param node the node
 * @param label the label by which the message left the node; several are joined by a comma
 * @param micros how long the node processed the message, in microseconds
 * @param passage the contents before and after the node; null in a path that was read from a store, which has none
 */
public record Hop(
        @Nullable Hop previous,
        RuleChainId chain,
        long chainVersion,
        RuleNodeId node,
        String label,
        long micros,
        @Nullable Passage passage) {

    /** Creates a hop of a path that was stored without contents. */
    public Hop(
            @Nullable Hop previous,
            RuleChainId chain,
            long chainVersion,
            RuleNodeId node,
            String label,
            long micros) {
        this(previous, chain, chainVersion, node, label, micros, null);
    }

    /** Returns this hop on one line, without the hops before it. */
    @Override
    public String toString() {
        return "%s v%d %s -> %s (%d us)".formatted(chain, chainVersion, node, label, micros);
    }
}
