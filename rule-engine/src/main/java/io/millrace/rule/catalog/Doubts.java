// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks for what runs in a chain and was probably meant otherwise. */
final class Doubts {

    private Doubts() {}

    /** The doubtful places of a chain, which may have faults of every other kind too. */
    static List<ChainFault> in(RuleChainMetadata chain, NodeCatalogue catalogue) {
        List<ChainFault> doubts = new ArrayList<>();
        if (chain.firstNodeIndex() == null) {
            doubts.add(
                    new ChainFault(
                            null,
                            null,
                            "firstNodeIndex",
                            "there is no first node: messages end as soon as they come"));
        }
        Set<String> names = new HashSet<>();
        Set<Integer> failureHandled = whoseFailureIsConnected(chain);
        for (int i = 0; i < chain.nodes().size(); i++) {
            RuleNodeDocument node = chain.nodes().get(i);
            if (!node.name().isBlank() && !names.add(node.name())) {
                doubts.add(doubt(i, node, ".name", "another node has the same name"));
            }
            if (callsOut(node, catalogue) && !failureHandled.contains(i)) {
                doubts.add(
                        doubt(
                                i,
                                node,
                                "",
                                "its label \"Failure\" leads nowhere: a message whose call fails is retried by its queue, or is"
                                        + " a dead letter"));
            }
        }
        return List.copyOf(doubts);
    }

    private static Set<Integer> whoseFailureIsConnected(RuleChainMetadata chain) {
        return chain.connections().stream()
                .filter(connection -> connection.type().equalsIgnoreCase(NodeResult.FAILURE))
                .map(ConnectionDocument::fromIndex)
                .collect(Collectors.toSet());
    }

    private static boolean callsOut(RuleNodeDocument node, NodeCatalogue catalogue) {
        return catalogue
                .find(node.type())
                .map(definition -> definition.type().group() == NodeGroup.EXTERNAL)
                .orElse(false);
    }

    private static ChainFault doubt(
            int index, RuleNodeDocument node, String property, String message) {
        return new ChainFault(
                index, node.name(), "nodes[%d]%s".formatted(index, property), message);
    }
}
