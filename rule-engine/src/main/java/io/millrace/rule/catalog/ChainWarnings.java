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

/** Finds parts of a chain that are valid and probably not intended. */
final class ChainWarnings {

    private ChainWarnings() {}

    /** Returns the warnings about a chain; the chain may also have errors. */
    static List<ChainFault> in(RuleChainMetadata chain, NodeCatalogue catalogue) {
        List<ChainFault> warnings = new ArrayList<>();
        if (chain.firstNodeIndex() == null) {
            warnings.add(
                    new ChainFault(
                            null,
                            null,
                            "firstNodeIndex",
                            "the chain has no first node: every message ends as soon as it enters"));
        }
        Set<String> names = new HashSet<>();
        Set<Integer> failureHandled = nodesWithConnectedFailure(chain);
        for (int i = 0; i < chain.nodes().size(); i++) {
            RuleNodeDocument node = chain.nodes().get(i);
            if (!node.name().isBlank() && !names.add(node.name())) {
                warnings.add(warning(i, node, ".name", "another node has the same name"));
            }
            if (callsOut(node, catalogue) && !failureHandled.contains(i)) {
                warnings.add(
                        warning(
                                i,
                                node,
                                "",
                                "its label \"Failure\" is not connected: a message whose call fails is retried by its"
                                        + " queue or becomes a dead letter"));
            }
        }
        return List.copyOf(warnings);
    }

    private static Set<Integer> nodesWithConnectedFailure(RuleChainMetadata chain) {
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

    private static ChainFault warning(
            int index, RuleNodeDocument node, String property, String message) {
        return new ChainFault(
                index, node.name(), "nodes[%d]%s".formatted(index, property), message);
    }
}
