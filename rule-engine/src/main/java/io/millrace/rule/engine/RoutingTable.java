// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The routes of one version of a chain: nodes by index, targets by node and label. Immutable. */
final class RoutingTable {

    /** Index of a node that is not in the chain. */
    static final int NONE = -1;

    private static final int[] NOWHERE = {};

    private final List<ChainNode> nodes;
    private final Map<RuleNodeId, Integer> indices;
    private final List<Map<String, int[]>> targets;
    private final int first;

    RoutingTable(ChainVersion version) {
        this.nodes = version.nodes();
        this.indices = HashMap.newHashMap(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            indices.put(nodes.get(i).id(), i);
        }
        this.targets = targets(version.connections());
        RuleNodeId firstNode = version.firstNode();
        this.first = firstNode == null ? NONE : indexOf(firstNode);
    }

    private List<Map<String, int[]>> targets(List<Connection> connections) {
        List<Map<String, List<Integer>>> byLabel = new ArrayList<>();
        nodes.forEach(_ -> byLabel.add(new HashMap<>()));
        for (Connection connection : connections) {
            byLabel.get(indexOf(connection.from()))
                    .computeIfAbsent(lowerCase(connection.label()).intern(), _ -> new ArrayList<>())
                    .add(indexOf(connection.to()));
        }
        List<Map<String, int[]>> tables = new ArrayList<>();
        for (Map<String, List<Integer>> node : byLabel) {
            Map<String, int[]> table = new HashMap<>();
            node.forEach((label, to) ->
                    table.put(label, to.stream().distinct().mapToInt(Integer::intValue).toArray()));
            tables.add(table);
        }
        // Labels in their original spelling are added too, so that the usual lookup creates no new
        // string.
        for (Connection connection : connections) {
            Map<String, int[]> table = tables.get(indexOf(connection.from()));
            int[] to = table.get(lowerCase(connection.label()));
            if (to != null) {
                table.put(connection.label(), to);
            }
        }
        return tables.stream().map(Map::copyOf).toList();
    }

    private static String lowerCase(String label) {
        return label.toLowerCase(Locale.ROOT);
    }

    int size() {
        return nodes.size();
    }

    /** Index of the node that messages enter, or {@link #NONE}. */
    int first() {
        return first;
    }

    ChainNode node(int index) {
        return nodes.get(index);
    }

    /** Returns the index of a node, or {@link #NONE}. */
    int indexOf(RuleNodeId id) {
        return indices.getOrDefault(id, NONE);
    }

    /** Returns the nodes that receive the messages that leave a node by a label. Case-insensitive. */
    int[] targets(int node, String label) {
        Map<String, int[]> table = targets.get(node);
        int[] exact = table.get(label);
        if (exact != null) {
            return exact;
        }
        return table.isEmpty() ? NOWHERE : table.getOrDefault(lowerCase(label), NOWHERE);
    }

    /** Returns the nodes for several labels; each node once, even if several labels lead to it. */
    int[] targets(int node, Set<String> labels) {
        if (labels.size() == 1) {
            return targets(node, labels.iterator().next());
        }
        Set<Integer> all = new TreeSet<>();
        for (String label : labels) {
            for (int target : targets(node, label)) {
                all.add(target);
            }
        }
        return all.stream().mapToInt(Integer::intValue).toArray();
    }
}
