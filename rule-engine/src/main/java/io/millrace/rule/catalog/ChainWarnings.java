// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
                                    "the chain has no first node: every message ends as soon as it enters")
                            .as(FaultKind.NO_FIRST_NODE, null));
        }
        Map<String, Long> names =
                chain.nodes().stream()
                        .map(RuleNodeDocument::name)
                        .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        Set<Integer> failureHandled = nodesWithConnectedFailure(chain);
        for (int i = 0; i < chain.nodes().size(); i++) {
            RuleNodeDocument node = chain.nodes().get(i);
            long namesakes = names.getOrDefault(node.name(), 0L);
            if (!node.name().isBlank() && namesakes > 1) {
                String message = "%d nodes have the name \"%s\"".formatted(namesakes, node.name());
                warnings.add(
                        warning(i, node, ".name", message).as(FaultKind.SAME_NAME, node.name()));
            }
            if (callsOut(node, catalogue) && !failureHandled.contains(i)) {
                warnings.add(
                        warning(
                                        i,
                                        node,
                                        "",
                                        "its label \"Failure\" is not connected: a message whose call fails is retried"
                                                + " by its queue or becomes a dead letter")
                                .as(FaultKind.FAILURE_NOT_CONNECTED, null));
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
