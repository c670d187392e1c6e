// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.util.List;

/**
 * A reading of the counts of a watched chain.
 *
 * @param watch identifies the watch: counts of different watches have nothing to do with each other
 * @param nodes the counts of the nodes, in the order of the chain's nodes
 */
public record ChainCounts(Object watch, List<NodeCounts> nodes) {

    public ChainCounts {
        nodes = List.copyOf(nodes);
    }
}
