// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.node.NodeResult;

/** Is notified of every message that leaves a node, with its input and result. It must be quick and must not throw. */
@FunctionalInterface
public interface VisitListener {

    /** A message left a node, or was given up there. */
    void left(Visit visit);

    /**
     * A message's visit to a node.
     *
     * @param input the message as it arrived
     * @param result the node's answer
     * @param hop how it left; the hop before it is the one by which the message arrived
     */
    record Visit(
            ChainVersion chain, ChainNode node, RuleMessage input, NodeResult result, Hop hop) {}
}
