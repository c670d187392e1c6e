// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.RuleChainMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one version of a chain has that another has not.
 *
 * @param from number of the version that is compared with
 * @param to number of the version whose additions, changes and removals these are
 * @param firstNode where messages enter; null: where they did
 */
public record ChainComparison(
        long from, long to, @Nullable FirstNode firstNode, Nodes nodes, Connections connections) {

    /** Compares two versions whose nodes have ids. */
    public static ChainComparison of(
            long from, RuleChainMetadata before, long to, RuleChainMetadata after) {
        return new ChainDifference(before, after).between(from, to);
    }

    /** A node, by the name and type that it has in the later version; in the earlier one where it was removed. */
    record Node(RuleNodeId id, String name, String type) {}

    /** Where messages entered and enter; null: nowhere. */
    record FirstNode(
            @JsonProperty("old") @Nullable Node before,
            @JsonProperty("new") @Nullable Node after) {}

    /**
     * The nodes that are not the same.
     *
     * @param moved those of which nothing but the place in the drawing has changed
     */
    record Nodes(
            List<Node> added, List<ChangedNode> changed, List<Node> moved, List<Node> removed) {}

    /**
     * A node with what has changed of it, its place in the drawing apart.
     *
     * @param changes by places in the node's document: {@code /name}, {@code /type}, {@code /queueName},
     *     {@code /configuration/interval}
     */
    record ChangedNode(RuleNodeId id, String name, String type, List<JsonChange> changes) {}

    /** The connections that are not the same. One that leads from and to the same nodes by another label has changed. */
    record Connections(
            List<Connection> added, List<ChangedConnection> changed, List<Connection> removed) {}

    /** A connection, with its label. */
    record Connection(Node from, Node to, String type) {}

    /** A connection, with its labels. */
    record ChangedConnection(Node from, Node to, String oldType, String newType) {}
}
