// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.node.NodeResult;

/** Hears of every message that leaves a node, with what it was and what became of it. It must be quick and must not throw. */
@FunctionalInterface
public interface VisitListener {

    /** A message left a node, or was given up there. */
    void left(Visit visit);

    /**
     * A message's stay at a node.
     *
     * @param input the message as it came
     * @param result the node's answer
     * @param hop how it left; the hop before it is the one by which the message came
     */
    record Visit(
            ChainVersion chain, ChainNode node, RuleMessage input, NodeResult result, Hop hop) {}
}
