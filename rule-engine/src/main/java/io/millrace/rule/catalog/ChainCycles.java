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

/** Looks for ways through a chain that come back to where they began. */
final class ChainCycles {

    /** Whoever drew so many has something else to mend first. */
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
     * Cycles that have no node in common, at most {@value #MOST}. Each is the list of its nodes in their order, the first one
     * repeated at the end. Connections of a node with itself, and those that lead nowhere, do not count.
     */
    static List<List<Integer>> find(int nodes, List<ConnectionDocument> connections) {
        ChainCycles graph = new ChainCycles(nodes, connections);
        List<List<Integer>> cycles = new ArrayList<>();
        graph.removeWhatNothingLeadsTo();
        List<Integer> cycle = graph.walkBack();
        while (!cycle.isEmpty() && cycles.size() < MOST) {
            cycles.add(cycle);
            cycle.stream().distinct().forEach(graph::remove);
            graph.removeWhatNothingLeadsTo();
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

    private void removeWhatNothingLeadsTo() {
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

    /** Every node that is left has a predecessor that is left: going back from any of them ends in a cycle. */
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
