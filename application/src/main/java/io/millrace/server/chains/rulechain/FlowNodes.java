// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.flow.OutputNode;
import io.millrace.rule.node.flow.RuleChainNode;
import java.util.Optional;
import java.util.UUID;

/** Recognizes the nodes that connect chains: calls of chains, and outputs. */
public final class FlowNodes {

    private static final String CALLED_CHAIN = "ruleChainId";

    private FlowNodes() {}

    /** True if the node returns messages to the calling chain, with its name as label. */
    public static boolean isOutput(RuleNodeDocument node) {
        return is(OutputNode.class, node);
    }

    /** True if the node calls the given chain. */
    public static boolean isCallOf(RuleNodeDocument node, UUID chain) {
        return calledChain(node).filter(called -> called.id().equals(chain)).isPresent();
    }

    /** Returns the chain that the node calls; empty if it calls none, or names none. */
    public static Optional<RuleChainId> calledChain(RuleNodeDocument node) {
        if (!is(RuleChainNode.class, node)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(node.configuration().path(CALLED_CHAIN).stringValue(null))
                    .map(RuleChainId::of);
        } catch (IllegalArgumentException _) {
            // The check of the configuration reports it.
            return Optional.empty();
        }
    }

    private static boolean is(Class<? extends RuleNode> kind, RuleNodeDocument node) {
        NodeType type = kind.getAnnotation(NodeType.class);
        return type != null && (node.type().equals(type.id()) || node.type().equals(type.alias()));
    }
}
