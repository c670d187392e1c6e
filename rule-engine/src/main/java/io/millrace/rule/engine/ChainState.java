// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.util.List;

/**
 * The version of a chain that takes messages in this process.
 *
 * @param version the version's number
 * @param nodes the states of its nodes, in their order
 */
public record ChainState(long version, List<NodeState> nodes) {

    public ChainState {
        nodes = List.copyOf(nodes);
    }
}
