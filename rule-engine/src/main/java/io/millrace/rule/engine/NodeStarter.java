// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.RuleNode;

/** Makes running nodes out of a chain's definitions; the catalogue does that. */
@FunctionalInterface
public interface NodeStarter {

    /**
     * Makes a node. May block.
     *
     * @throws io.millrace.rule.node.InvalidConfigurationException if it can never start
     * @throws Exception if it cannot start now
     */
    StartedNode start(ChainNode definition, NodeIdentity identity) throws Exception;

    /** What is known of a node before it starts, and even if it never does. Must not block. */
    default NodeKind kindOf(ChainNode definition) {
        return NodeKind.UNKNOWN;
    }

    /**
     * A node that takes messages.
     *
     * @param effect whether it does something that is felt outside the message
     */
    record StartedNode(RuleNode node, boolean effect) {}
}
