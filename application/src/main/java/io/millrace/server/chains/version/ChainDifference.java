// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import static java.util.Objects.requireNonNull;

import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.version.ChainComparison.ChangedConnection;
import io.millrace.server.chains.version.ChainComparison.ChangedNode;
import io.millrace.server.chains.version.ChainComparison.Connection;
import io.millrace.server.chains.version.ChainComparison.Connections;
import io.millrace.server.chains.version.ChainComparison.FirstNode;
import io.millrace.server.chains.version.ChainComparison.Node;
import io.millrace.server.chains.version.ChainComparison.Nodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares two versions of a chain, whose nodes have ids. */
final class ChainDifference {

    /** Fields that identify a node and do not affect its behaviour. */
    private static final List<String> IDENTITY =
            List.of("id", "createdTime", "ruleChainId", "externalId");

    private static final String INFO = "additionalInfo";
    private static final List<String> LAYOUT = List.of("layoutX", "layoutY");

    private final Side before;
    private final Side after;

    ChainDifference(RuleChainMetadata before, RuleChainMetadata after) {
        this.before = new Side(before);
        this.after = new Side(after);
    }

    ChainComparison between(long from, long to) {
        return new ChainComparison(from, to, firstNode(), nodes(), connections());
    }

    private @Nullable FirstNode firstNode() {
        Node former = before.first();
        Node now = after.first();
        boolean same = Objects.equals(idOf(former), idOf(now));
        return same ? null : new FirstNode(former, now);
    }

    private static @Nullable RuleNodeId idOf(@Nullable Node node) {
        return node == null ? null : node.id();
    }

    private Nodes nodes() {
        List<Node> added = new ArrayList<>();
        List<ChangedNode> changed = new ArrayList<>();
        List<Node> moved = new ArrayList<>();
        after.documents.forEach((id, document) -> {
            ObjectNode former = before.documents.get(id);
            Node node = after.node(id);
            if (former == null) {
                added.add(node);
                return;
            }
            List<JsonChange> changes =
                    JsonChange.between(withoutLayout(former), withoutLayout(document));
            if (!changes.isEmpty()) {
                changed.add(new ChangedNode(id, node.name(), node.type(), changes));
            } else if (!layout(former).equals(layout(document))) {
                moved.add(node);
            }
        });
        List<Node> removed =
                before.nodes.values().stream()
                        .filter(node -> !after.nodes.containsKey(node.id()))
                        .toList();
        return new Nodes(added, changed, moved, removed);
    }

    private static ObjectNode withoutLayout(ObjectNode node) {
        ObjectNode rest = node.deepCopy();
        rest.remove(IDENTITY);
        if (rest.get(INFO) instanceof ObjectNode info) {
            info.remove(LAYOUT);
            if (info.isEmpty()) {
                rest.putNull(INFO);
            }
        }
        return rest;
    }

    private static List<JsonNode> layout(ObjectNode node) {
        return LAYOUT.stream().map(name -> node.path(INFO).path(name)).toList();
    }

    private Connections connections() {
        Map<Ends, Set<String>> added = before.labelsOnlyIn(after);
        Map<Ends, Set<String>> removed = after.labelsOnlyIn(before);
        List<Connection> addedOnes = new ArrayList<>();
        List<ChangedConnection> changed = new ArrayList<>();
        List<Connection> removedOnes = new ArrayList<>();
        added.forEach((ends, labels) -> {
            Set<String> former = removed.getOrDefault(ends, Set.of());
            Node from = after.node(ends.from);
            Node to = after.node(ends.to);
            if (labels.size() == 1 && former.size() == 1) {
                changed.add(
                        new ChangedConnection(
                                from, to, former.iterator().next(), labels.iterator().next()));
                removed.remove(ends);
            } else {
                labels.forEach(label -> addedOnes.add(new Connection(from, to, label)));
            }
        });
        removed.forEach((ends, labels) ->
                labels.forEach(label ->
                        removedOnes.add(
                                new Connection(
                                        before.node(ends.from), before.node(ends.to), label))));
        return new Connections(addedOnes, changed, removedOnes);
    }

    private record Ends(RuleNodeId from, RuleNodeId to) {}

    /** One of the two versions, with its nodes by their ids. */
    private static final class Side {

        private final List<RuleNodeId> places;
        private final @Nullable Integer firstIndex;
        private final Map<RuleNodeId, Node> nodes = new LinkedHashMap<>();
        private final Map<RuleNodeId, ObjectNode> documents = new LinkedHashMap<>();
        private final Map<Ends, Set<String>> labels = new LinkedHashMap<>();

        private Side(RuleChainMetadata graph) {
            this.places = graph.nodes().stream().map(node -> requireNonNull(node.id())).toList();
            this.firstIndex = graph.firstNodeIndex();
            JsonNode json = graph.toJson().path("nodes");
            for (int i = 0; i < places.size(); i++) {
                RuleNodeId id = places.get(i);
                RuleNodeDocument node = graph.nodes().get(i);
                nodes.put(id, new Node(id, node.name(), node.type()));
                documents.put(id, (ObjectNode) json.path(i));
            }
            for (ConnectionDocument connection : graph.connections()) {
                Ends ends =
                        new Ends(
                                places.get(connection.fromIndex()),
                                places.get(connection.toIndex()));
                labels.computeIfAbsent(ends, _ -> new LinkedHashSet<>()).add(connection.type());
            }
        }

        private @Nullable Node first() {
            return firstIndex == null ? null : node(places.get(firstIndex));
        }

        private Node node(RuleNodeId id) {
            return requireNonNull(nodes.get(id));
        }

        /** Returns the labels between two nodes that the other version has and this one does not. */
        private Map<Ends, Set<String>> labelsOnlyIn(Side other) {
            Map<Ends, Set<String>> missing = new LinkedHashMap<>();
            other.labels.forEach((ends, theirs) -> {
                Set<String> own = labels.getOrDefault(ends, Set.of());
                Set<String> rest =
                        theirs.stream()
                                .filter(label -> !own.contains(label))
                                .collect(Collectors.toCollection(LinkedHashSet::new));
                if (!rest.isEmpty()) {
                    missing.put(ends, rest);
                }
            });
            return missing;
        }
    }
}
