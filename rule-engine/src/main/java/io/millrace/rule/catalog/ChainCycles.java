// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.chain.ConnectionDocument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds cycles in a chain. */
final class ChainCycles {

    /** Upper bound of the cycles reported; fixing these comes first. */
    private static final int MOST = 20;

    private final List<Set<Integer>> successors = new ArrayList<>();
    private final List<Set<Integer>> predecessors = new ArrayList<>();

    private ChainCycles(int nodes, List<ConnectionDocument> connections) {
        for (int i = 0; i < nodes; i++) {
            successors.add(new TreeSet<>());
            predecessors.add(new TreeSet<>());
        }
        for (ConnectionDocument connection : connections) {
            int from = connection.fromIndex();
            int to = connection.toIndex();
            if (from != to && isNode(from) && isNode(to)) {
                successors.get(from).add(to);
                predecessors.get(to).add(from);
            }
        }
    }

    /**
     * Returns cycles that share no node, at most {@value #MOST}. Each is the list of its nodes in their order, with the
     * first one repeated at the end. Connections of a node with itself and connections to missing nodes are ignored.
     */
    static List<List<Integer>> find(int nodes, List<ConnectionDocument> connections) {
        ChainCycles graph = new ChainCycles(nodes, connections);
        List<List<Integer>> cycles = new ArrayList<>();
        graph.removeNodesWithoutPredecessor();
        List<Integer> cycle = graph.walkBack();
        while (!cycle.isEmpty() && cycles.size() < MOST) {
            cycles.add(cycle);
            cycle.stream().distinct().forEach(graph::remove);
            graph.removeNodesWithoutPredecessor();
            cycle = graph.walkBack();
        }
        return cycles;
    }

    private void remove(int node) {
        successors.get(node).forEach(successor -> predecessors.get(successor).remove(node));
        predecessors.get(node).forEach(predecessor -> successors.get(predecessor).remove(node));
        successors.get(node).clear();
        predecessors.get(node).clear();
    }

    private boolean isNode(int index) {
        return index >= 0 && index < successors.size();
    }

    private void removeNodesWithoutPredecessor() {
        Deque<Integer> free = new ArrayDeque<>();
        for (int i = 0; i < predecessors.size(); i++) {
            if (predecessors.get(i).isEmpty()) {
                free.add(i);
            }
        }
        while (!free.isEmpty()) {
            int node = free.remove();
            for (int successor : successors.get(node)) {
                predecessors.get(successor).remove(node);
                if (predecessors.get(successor).isEmpty()) {
                    free.add(successor);
                }
            }
            successors.get(node).clear();
        }
    }

    /**
     * Returns a cycle, or an empty list. Every remaining node has a remaining predecessor, so walking back from any
     * node ends in a cycle.
     */
    private List<Integer> walkBack() {
        List<Integer> way = new ArrayList<>();
        for (int i = 0; i < predecessors.size() && way.isEmpty(); i++) {
            if (!predecessors.get(i).isEmpty()) {
                way.add(i);
            }
        }
        while (!way.isEmpty()) {
            int before = predecessors.get(way.getLast()).iterator().next();
            int known = way.indexOf(before);
            way.add(before);
            if (known >= 0) {
                List<Integer> cycle = new ArrayList<>(way.subList(known, way.size()));
                Collections.reverse(cycle);
                return cycle;
            }
        }
        return way;
    }
}
