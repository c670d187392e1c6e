// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.RuleChainMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two versions of a chain.
 *
 * @param from number of the base version
 * @param to number of the version whose additions, changes and removals are listed
 * @param firstNode the change of the first node; null if it is the same
 */
public record ChainComparison(
        long from, long to, @Nullable FirstNode firstNode, Nodes nodes, Connections connections) {

    /** Compares two versions whose nodes have ids. */
    public static ChainComparison of(
            long from, RuleChainMetadata before, long to, RuleChainMetadata after) {
        return new ChainDifference(before, after).between(from, to);
    }

    /** A node, with its name and type in the version {@code to}; for a removed node, in the version {@code from}. */
    record Node(RuleNodeId id, String name, String type) {}

    /** The former and the new first node; null for none. */
    record FirstNode(
            @JsonProperty("old") @Nullable Node before,
            @JsonProperty("new") @Nullable Node after) {}

    /**
     * The nodes that differ.
     *
     * @param moved nodes of which only the position in the editor has changed
     */
    record Nodes(
            List<Node> added, List<ChangedNode> changed, List<Node> moved, List<Node> removed) {}

    /**
     * A node with its changes, except its position in the editor.
     *
     * @param changes the changes, by path in the node's document: {@code /name}, {@code /type}, {@code /queueName},
     *     {@code /configuration/interval}
     */
    record ChangedNode(RuleNodeId id, String name, String type, List<JsonChange> changes) {}

    /** The connections that differ. A connection between the same two nodes with another label counts as changed. */
    record Connections(
            List<Connection> added, List<ChangedConnection> changed, List<Connection> removed) {}

    /** A connection, with its label. */
    record Connection(Node from, Node to, String type) {}

    /** A connection, with its labels. */
    record ChangedConnection(Node from, Node to, String oldType, String newType) {}
}
