// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.DebugSettings;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Converts a graph from a request to its stored form. */
final class StoredGraph {

    /** ThingsBoard's order of nodes. The id makes it unambiguous. */
    private static final Comparator<RuleNodeDocument> ORDER =
            Comparator.comparingLong(StoredGraph::createdTime)
                    .thenComparing(node -> String.valueOf(node.id()));

    private StoredGraph() {}

    /**
     * Returns the graph with an id for each node. Several new nodes of one save keep their order.
     *
     * @param now milliseconds since the epoch
     */
    static RuleChainMetadata withNodeIds(RuleChainMetadata graph, long now) {
        Iterator<RuleNodeId> ids =
                Stream.generate(() -> new RuleNodeId(TimeOrderedUuid.at(now)))
                        .limit(graph.nodes().size())
                        .sorted(Comparator.comparing(RuleNodeId::toString))
                        .toList()
                        .iterator();
        return graph.withNodes(node -> node.id() == null ? node.withId(ids.next()) : node);
    }

    /**
     * Returns the graph with sorted nodes that belong to the chain.
     *
     * @param graph a graph without faults whose nodes have ids
     * @param createdTimes creation times of nodes that were saved before, in milliseconds since the epoch
     * @param now milliseconds since the epoch
     * @param longest the longest time for which all events of a node may be debugged
     */
    static RuleChainMetadata of(
            RuleChainId chain,
            RuleChainMetadata graph,
            Map<RuleNodeId, Long> createdTimes,
            long now,
            Duration longest) {
        List<RuleNodeDocument> wanted =
                graph.nodes().stream()
                        .map(node -> part(chain, node, createdTimes, now, longest))
                        .toList();
        List<RuleNodeDocument> sorted = wanted.stream().sorted(ORDER).toList();
        Map<@Nullable RuleNodeId, Integer> places = new HashMap<>();
        for (int i = 0; i < sorted.size(); i++) {
            places.put(sorted.get(i).id(), i);
        }
        List<Integer> moved =
                wanted.stream().map(node -> places.getOrDefault(node.id(), -1)).toList();
        List<ConnectionDocument> connections =
                graph.connections().stream()
                        .map(connection ->
                                new ConnectionDocument(
                                        moved.get(connection.fromIndex()),
                                        moved.get(connection.toIndex()),
                                        connection.type()))
                        .distinct()
                        .sorted()
                        .toList();
        Integer first = graph.firstNodeIndex();
        return new RuleChainMetadata(
                chain, null, first == null ? null : moved.get(first), sorted, connections);
    }

    private static RuleNodeDocument part(
            RuleChainId chain,
            RuleNodeDocument node,
            Map<RuleNodeId, Long> createdTimes,
            long now,
            Duration longest) {
        Long known = node.id() == null ? null : createdTimes.get(node.id());
        return new RuleNodeDocument(
                node.id(),
                known == null ? now : known,
                chain,
                node.type(),
                node.name(),
                limited(node.debugSettings(), now, longest),
                node.singletonMode(),
                node.queueName(),
                node.configurationVersion(),
                node.configuration(),
                node.externalId(),
                node.additionalInfo());
    }

    private static @Nullable DebugSettings limited(
            @Nullable DebugSettings wanted, long now, Duration longest) {
        if (wanted == null) {
            return null;
        }
        long latest = now + longest.toMillis();
        long until = wanted.allEnabled() ? latest : Math.min(wanted.allEnabledUntil(), latest);
        return new DebugSettings(wanted.failuresEnabled(), false, until);
    }

    private static long createdTime(RuleNodeDocument node) {
        return node.createdTime() == null ? 0 : node.createdTime();
    }
}
