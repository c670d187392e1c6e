// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the parts of a chain that no message ever reaches. */
final class DeadParts {

    /** A longer list of labels is left out of the message. */
    private static final int MOST_LABELS_TOLD = 8;

    private final NodeCatalogue catalogue;
    private final RuleChainMetadata chain;
    private final List<RuleNodeDocument> nodes;
    private final List<DeadPart> found = new ArrayList<>();

    private DeadParts(NodeCatalogue catalogue, RuleChainMetadata chain) {
        this.catalogue = catalogue;
        this.chain = chain;
        this.nodes = chain.nodes();
    }

    /** Returns the dead parts of a chain, which may have faults of every other kind too. */
    static List<DeadPart> in(RuleChainMetadata chain, NodeCatalogue catalogue) {
        DeadParts parts = new DeadParts(catalogue, chain);
        parts.findUnreachableNodes();
        parts.findLabelsNeverEmitted();
        return List.copyOf(parts.found);
    }

    private void findUnreachableNodes() {
        BitSet starts = starts();
        if (starts.isEmpty()) {
            // No message enters the chain at all: one warning says so, instead of one for each
            // node.
            return;
        }
        BitSet reached = reachedFrom(starts);
        for (int i = reached.nextClearBit(0); i < nodes.size(); i = reached.nextClearBit(i + 1)) {
            RuleNodeDocument node = nodes.get(i);
            String field = "nodes[%d]".formatted(i);
            String message =
                    "no message can reach the node: no path leads to it from the first node";
            ChainFault fault =
                    new ChainFault(i, node.name(), field, message).as(FaultKind.UNREACHABLE, null);
            found.add(DeadPart.of(fault, node.id(), null));
        }
    }

    private BitSet starts() {
        BitSet starts = new BitSet();
        Integer first = chain.firstNodeIndex();
        if (first != null && isNode(first)) {
            starts.set(first);
        }
        for (int i = 0; i < nodes.size(); i++) {
            if (definition(i).map(known -> known.type().source()).orElse(false)) {
                starts.set(i);
            }
        }
        return starts;
    }

    private BitSet reachedFrom(BitSet starts) {
        List<List<Integer>> successors = new ArrayList<>();
        nodes.forEach(_ -> successors.add(new ArrayList<>()));
        for (ConnectionDocument connection : chain.connections()) {
            if (isNode(connection.fromIndex()) && isNode(connection.toIndex())) {
                successors.get(connection.fromIndex()).add(connection.toIndex());
            }
        }
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        starts.stream().forEach(open::add);
        while (!open.isEmpty()) {
            int node = open.remove();
            if (!reached.get(node)) {
                reached.set(node);
                open.addAll(successors.get(node));
            }
        }
        return reached;
    }

    private void findLabelsNeverEmitted() {
        for (int i = 0; i < chain.connections().size(); i++) {
            ConnectionDocument connection = chain.connections().get(i);
            int from = connection.fromIndex();
            if (isNode(from) && !connection.type().isBlank()) {
                String field = "connections[%d].type".formatted(i);
                definition(from)
                        .filter(type -> isNeverEmitted(type, connection.type()))
                        .ifPresent(type -> found.add(neverEmitted(type, connection, field)));
            }
        }
    }

    private static boolean isNeverEmitted(NodeDefinition<?> definition, String label) {
        return !definition.type().customLabels()
                && emitted(definition).stream().noneMatch(label::equalsIgnoreCase);
    }

    private DeadPart neverEmitted(
            NodeDefinition<?> definition, ConnectionDocument connection, String field) {
        RuleNodeDocument node = nodes.get(connection.fromIndex());
        Set<String> emitted = emitted(definition);
        String instead =
                emitted.size() > MOST_LABELS_TOLD ? "" : "; it emits " + String.join(", ", emitted);
        String message =
                "the node never emits the label \"%s\"%s".formatted(connection.type(), instead);
        return DeadPart.of(
                new ChainFault(connection.fromIndex(), node.name(), field, message)
                        .as(FaultKind.LABEL_NEVER_EMITTED, connection.type()),
                node.id(),
                connection.type());
    }

    private static Set<String> emitted(NodeDefinition<?> definition) {
        Set<String> labels = new TreeSet<>(List.of(definition.type().labels()));
        labels.add(NodeResult.FAILURE);
        return labels;
    }

    private Optional<NodeDefinition<?>> definition(int index) {
        return catalogue.find(nodes.get(index).type());
    }

    private boolean isNode(int index) {
        return index >= 0 && index < nodes.size();
    }
}
