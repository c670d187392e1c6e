// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.api.ApiException;
import io.millrace.server.rulechain.RuleChainVersionRepository.KnownNode;
import io.millrace.server.rulechain.RuleChainVersionRepository.VersionKey;
import io.millrace.server.tenantprofile.EntityLimit;
import io.millrace.server.tenantprofile.TenantLimits;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/**
 * Writes chains together with their versions. All of it runs in the caller's transaction, and takes graphs that have
 * been checked.
 */
@Component
final class VersionedChains {

    private final RuleChainRepository chains;
    private final RuleChainVersionRepository versions;
    private final TenantLimits limits;
    private final Clock clock;

    VersionedChains(
            RuleChainRepository chains,
            RuleChainVersionRepository versions,
            TenantLimits limits,
            Clock clock) {
        this.chains = chains;
        this.versions = versions;
        this.limits = limits;
        this.clock = clock;
    }

    /** A new chain with its version 1, which is not the root. */
    RuleChain add(
            Author author, RuleChainId id, RuleChainContent content, RuleChainMetadata graph) {
        limits.requireRoom(author.tenant(), EntityLimit.RULE_CHAINS);
        long now = clock.millis();
        chains.add(author.tenant(), id, now, content);
        addVersion(author, new VersionKey(id, 1), graph, now);
        return load(author, id);
    }

    /** Gives a chain that is locked a new version and other content. */
    RuleChain save(
            Author author, RuleChain locked, RuleChainContent content, RuleChainMetadata graph) {
        long number = locked.state().currentVersion() + 1;
        addVersion(author, new VersionKey(locked.id(), number), graph, clock.millis());
        chains.update(locked, content, number);
        return load(author, locked.id());
    }

    /** The nodes and connections that a chain runs, with the version for optimistic locking. */
    RuleChainMetadata graphOf(RuleChain chain) {
        RuleChainMetadata graph = versions.graph(chain.id(), chain.state().currentVersion());
        return new RuleChainMetadata(
                chain.id(),
                chain.state().version(),
                graph.firstNodeIndex(),
                graph.nodes(),
                graph.connections());
    }

    private void addVersion(Author author, VersionKey key, RuleChainMetadata graph, long now) {
        RuleChainMetadata identified = StoredGraph.withNodeIds(graph, now);
        List<RuleNodeId> ids =
                identified.nodes().stream()
                        .map(RuleNodeDocument::id)
                        .filter(Objects::nonNull)
                        .toList();
        versions.register(key.chain(), ids, now);
        Map<RuleNodeId, Long> createdTimes = new HashMap<>();
        versions.find(ids)
                .forEach((node, known) -> {
                    requireOwn(key.chain(), node, known);
                    createdTimes.put(node, known.createdTime());
                });
        RuleChainMetadata stored = StoredGraph.of(key.chain(), identified, createdTimes, now);
        versions.add(key, now, author.user(), stored);
    }

    /** Faults in a graph have been told before; this one has come about in between. */
    private static void requireOwn(RuleChainId chain, RuleNodeId node, KnownNode known) {
        if (!known.chain().equals(chain)) {
            throw ApiException.badRequest(
                    "nodes: the id %s belongs to a node of another rule chain".formatted(node));
        }
    }

    private RuleChain load(Author author, RuleChainId id) {
        return chains.find(author.tenant(), id.id())
                .orElseThrow(() -> new IllegalStateException("Rule chain vanished: " + id));
    }
}
