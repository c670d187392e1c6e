// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One immutable version of a rule chain. A message runs through one version from start to end.
 *
 * @param tenant tenant that owns the chain
 * @param chain identity of the chain over all its versions
 * @param version counted from 1
 * @param name the chain's name at that version
 * @param firstNode the node that messages enter, or null: they end at once
 * @param nodes the nodes, each id once
 * @param connections connections between nodes; both ends are in {@code nodes}
 */
public record ChainVersion(
        TenantId tenant,
        RuleChainId chain,
        long version,
        String name,
        @Nullable RuleNodeId firstNode,
        List<ChainNode> nodes,
        List<Connection> connections) {

    public ChainVersion {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(chain, "chain");
        nodes = List.copyOf(nodes);
        connections = List.copyOf(connections);
    }
}
