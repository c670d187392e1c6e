// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.FlowNodes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Renamed labels of a chain's output nodes, from the former to the new label. The label of an output node is its name.
 *
 * @param labels the new label for each former one; ambiguous renames (one label became two) are omitted, and labels
 *     that another output node still has
 */
record LabelRenames(Map<String, String> labels) {

    /** Finds the renames between two versions of a chain. */
    static LabelRenames between(RuleChainMetadata before, RuleChainMetadata after) {
        Map<RuleNodeId, String> formerNames = outputs(before);
        Map<RuleNodeId, String> names = outputs(after);
        Map<String, Set<String>> renames = new HashMap<>();
        names.forEach((node, name) -> {
            String former = formerNames.get(node);
            if (former != null && !former.equals(name)) {
                renames.computeIfAbsent(former, _ -> new HashSet<>()).add(name);
            }
        });
        Map<String, String> clear = new HashMap<>();
        renames.forEach((former, now) -> {
            if (now.size() == 1 && !names.containsValue(former)) {
                clear.put(former, now.iterator().next());
            }
        });
        return new LabelRenames(Map.copyOf(clear));
    }

    private static Map<RuleNodeId, String> outputs(RuleChainMetadata graph) {
        Map<RuleNodeId, String> outputs = new HashMap<>();
        for (RuleNodeDocument node : graph.nodes()) {
            if (node.id() != null && FlowNodes.isOutput(node)) {
                outputs.put(node.id(), node.name());
            }
        }
        return outputs;
    }

    /** Applies the renames to a calling graph: to the connections that leave its calls of the chain. */
    RuleChainMetadata appliedTo(RuleChainMetadata graph, UUID called) {
        List<ConnectionDocument> connections =
                graph.connections().stream()
                        .map(connection ->
                                FlowNodes.isCallOf(
                                                graph.nodes().get(connection.fromIndex()), called)
                                        ? renamed(connection)
                                        : connection)
                        .distinct()
                        .toList();
        return new RuleChainMetadata(
                graph.ruleChainId(),
                graph.version(),
                graph.firstNodeIndex(),
                graph.nodes(),
                connections);
    }

    private ConnectionDocument renamed(ConnectionDocument connection) {
        return new ConnectionDocument(
                connection.fromIndex(),
                connection.toIndex(),
                labels.getOrDefault(connection.type(), connection.type()));
    }
}
