// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The nodes of a chain and their connections. It may contain any error that a user can draw.
 *
 * @param ruleChainId the chain, or null as in export files
 * @param version for optimistic locking, or null
 * @param firstNodeIndex index of the node that messages enter, from 0, or null: they end at once
 * @param nodes the nodes; connections refer to them by index
 * @param connections connections between nodes
 */
public record RuleChainMetadata(
        @Nullable RuleChainId ruleChainId,
        @Nullable Long version,
        @Nullable Integer firstNodeIndex,
        List<RuleNodeDocument> nodes,
        List<ConnectionDocument> connections) {

    public RuleChainMetadata {
        nodes = List.copyOf(nodes);
        connections = List.copyOf(connections);
    }

    /** Does the same as {@link #read(JsonNode, Function)} without names of other chains. */
    public static RuleChainMetadata read(JsonNode json) {
        return read(json, _ -> Optional.empty());
    }

    /**
     * Reads nodes and connections. Unknown properties are ignored; connections to other chains, as in old exports,
     * become "rule chain" nodes.
     *
     * @param chainNames names of chains, for such nodes
     * @throws IllegalArgumentException if the JSON has another form; the message names the property
     */
    public static RuleChainMetadata read(
            JsonNode json, Function<RuleChainId, Optional<String>> chainNames) {
        return RuleChainReader.metadata(new JsonProperties(json, ""), chainNames);
    }

    /** Returns nodes and connections in the form of the REST API, or, without ids, of an export file. */
    public ObjectNode toJson() {
        return RuleChainWriter.write(this);
    }

    /** Returns the same with an id for each node that has none. */
    public RuleChainMetadata withNodeIds() {
        return withNodes(node ->
                node.id() == null ? node.withId(new RuleNodeId(TimeOrderedUuid.next())) : node);
    }

    /** Returns the same without identity and history, as in an export file. */
    public RuleChainMetadata forExport() {
        List<RuleNodeDocument> plain = nodes.stream().map(RuleNodeDocument::forExport).toList();
        return new RuleChainMetadata(null, null, firstNodeIndex, plain, connections);
    }

    /** Returns the same with each node changed. */
    public RuleChainMetadata withNodes(UnaryOperator<RuleNodeDocument> change) {
        List<RuleNodeDocument> changed = nodes.stream().map(change).toList();
        return new RuleChainMetadata(ruleChainId, version, firstNodeIndex, changed, connections);
    }

    /**
     * Returns the version of the chain with these nodes, which must have ids and be free of errors.
     *
     * @param tenant tenant that owns the chain
     * @param chain the chain
     * @param number the number of the version, counted from 1
     * @param name the chain's name
     * @throws IllegalArgumentException if a node has no id or an index is out of range
     */
    public ChainVersion toVersion(TenantId tenant, RuleChainId chain, long number, String name) {
        List<ChainNode> chainNodes = nodes.stream().map(RuleChainMetadata::chainNode).toList();
        List<Connection> chainConnections =
                connections.stream()
                        .distinct()
                        .map(connection ->
                                new Connection(
                                        idAt(connection.fromIndex()),
                                        idAt(connection.toIndex()),
                                        connection.type()))
                        .toList();
        RuleNodeId first = firstNodeIndex == null ? null : idAt(firstNodeIndex);
        return new ChainVersion(tenant, chain, number, name, first, chainNodes, chainConnections);
    }

    private static ChainNode chainNode(RuleNodeDocument node) {
        if (node.id() == null) {
            throw new IllegalArgumentException("node \"%s\" has no id".formatted(node.name()));
        }
        return new ChainNode(
                node.id(),
                node.type(),
                node.name(),
                node.configuration(),
                node.configurationVersion(),
                node.queueName());
    }

    private RuleNodeId idAt(int index) {
        RuleNodeId id = index < 0 || index >= nodes.size() ? null : nodes.get(index).id();
        if (id == null) {
            throw new IllegalArgumentException(
                    "expected an index below %d of a node with an id, got %d"
                            .formatted(nodes.size(), index));
        }
        return id;
    }
}
