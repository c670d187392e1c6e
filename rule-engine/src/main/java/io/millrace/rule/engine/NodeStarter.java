// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.RuleNode;

/** Creates running nodes from a chain's definitions; the catalogue implements it. */
@FunctionalInterface
public interface NodeStarter {

    /**
     * Creates a node. May block.
     *
     * @throws io.millrace.rule.node.InvalidConfigurationException if it can never start
     * @throws Exception if it cannot start now
     */
    StartedNode start(ChainNode definition, NodeIdentity identity) throws Exception;

    /** Returns the properties of a node that are known before it starts, and even if it never does. Must not block. */
    default NodeKind kindOf(ChainNode definition) {
        return NodeKind.UNKNOWN;
    }

    /**
     * A node that takes messages.
     *
     * @param effect true if it has an effect outside the message
     */
    record StartedNode(RuleNode node, boolean effect) {}
}
