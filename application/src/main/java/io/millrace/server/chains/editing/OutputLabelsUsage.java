// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.FlowNodes;
import io.millrace.server.chains.rulechain.RuleChain;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node that calls a chain, with the labels that leave the node.
 *
 * @param ruleChainId the calling chain
 * @param ruleNodeId the calling node
 * @param labels labels of the connections that leave the node
 */
record OutputLabelsUsage(
        RuleChainId ruleChainId,
        @Nullable RuleNodeId ruleNodeId,
        String ruleChainName,
        String ruleNodeName,
        List<String> labels) {

    /** Finds the nodes of a chain that call another chain. */
    static Stream<OutputLabelsUsage> in(RuleChain caller, RuleChainMetadata graph, UUID called) {
        return IntStream.range(0, graph.nodes().size())
                .filter(i -> FlowNodes.isCallOf(graph.nodes().get(i), called))
                .mapToObj(i -> {
                    RuleNodeDocument node = graph.nodes().get(i);
                    return new OutputLabelsUsage(
                            caller.id(),
                            node.id(),
                            caller.content().name(),
                            node.name(),
                            labelsFrom(i, graph));
                });
    }

    private static List<String> labelsFrom(int node, RuleChainMetadata graph) {
        return graph.connections().stream()
                .filter(connection -> connection.fromIndex() == node)
                .map(ConnectionDocument::type)
                .distinct()
                .sorted()
                .toList();
    }
}
