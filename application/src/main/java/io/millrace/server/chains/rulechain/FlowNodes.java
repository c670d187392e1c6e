// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.flow.OutputNode;
import io.millrace.rule.node.flow.RuleChainNode;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
        return chain.toString().equals(calledChain(node));
    }

    private static @Nullable String calledChain(RuleNodeDocument node) {
        return is(RuleChainNode.class, node)
                ? node.configuration().path(CALLED_CHAIN).stringValue(null)
                : null;
    }

    private static boolean is(Class<? extends RuleNode> kind, RuleNodeDocument node) {
        NodeType type = kind.getAnnotation(NodeType.class);
        return type != null && (node.type().equals(type.id()) || node.type().equals(type.alias()));
    }
}
