// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.chain.DebugSettings;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.version.RuleChainVersionRepository.KnownNode;
import io.millrace.server.chains.version.RuleChainVersionRepository.VersionKey;
import io.millrace.server.platform.settings.RuleChainSettings;
import io.millrace.server.registry.tenantprofile.DebugDurations;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.store.history.MessageWatches;
import io.millrace.server.store.pending.GeneratorTicks;
import io.millrace.server.store.rulestate.RuleStateRows;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes chains together with their versions. All methods run in the caller's transaction and take checked graphs. */
@Component
public final class VersionedChains {

    private static final Logger log = LoggerFactory.getLogger(VersionedChains.class);

    private final RuleChainRepository chains;
    private final RuleChainVersionRepository versions;
    private final TenantLimits limits;
    private final RuleChainSettings settings;
    private final DebugDurations debugDurations;
    private final MessageWatches watches;
    private final GeneratorTicks generators;
    private final RuleStateRows ruleStates;
    private final Clock clock;

    VersionedChains(
            RuleChainRepository chains,
            RuleChainVersionRepository versions,
            TenantLimits limits,
            RuleChainSettings settings,
            DebugDurations debugDurations,
            MessageWatches watches,
            GeneratorTicks generators,
            RuleStateRows ruleStates,
            Clock clock) {
        this.chains = chains;
        this.versions = versions;
        this.limits = limits;
        this.settings = settings;
        this.debugDurations = debugDurations;
        this.watches = watches;
        this.generators = generators;
        this.ruleStates = ruleStates;
        this.clock = clock;
    }

    /** Adds a chain with its version 1; it is not the root. */
    public RuleChain add(
            Edit edit, RuleChainId id, RuleChainContent content, RuleChainMetadata graph) {
        limits.requireRoom(edit.tenant(), EntityLimit.RULE_CHAINS);
        long now = clock.millis();
        chains.add(edit.tenant(), id, now, content);
        addVersion(edit, new VersionKey(id, 1), graph, now);
        return load(edit, id);
    }

    /** Adds a version to a chain and replaces its properties; the caller has locked the tenant's chains. */
    public RuleChain save(
            Edit edit, RuleChain locked, RuleChainContent content, RuleChainMetadata graph) {
        long number = locked.state().currentVersion() + 1;
        addVersion(edit, new VersionKey(locked.id(), number), graph, clock.millis());
        chains.update(locked, content, number);
        deleteOldest(locked.id(), number);
        return load(edit, locked.id());
    }

    /** Returns the nodes and connections of a version of a chain, as they were saved. */
    public Optional<RuleChainMetadata> graphOf(RuleChain chain, long number) {
        return versions.find(chain.id(), number);
    }

    /** Returns the current nodes and connections of a chain, with the version for optimistic locking. */
    public RuleChainMetadata graphOf(RuleChain chain) {
        RuleChainMetadata graph = versions.graph(chain.id(), chain.state().currentVersion());
        return new RuleChainMetadata(
                chain.id(),
                chain.state().version(),
                graph.firstNodeIndex(),
                graph.nodes(),
                graph.connections());
    }

    /**
     * Deletes the oldest versions beyond the limit. The engine holds running versions in memory, so messages in a
     * deleted version are not affected.
     */
    private void deleteOldest(RuleChainId chain, long latest) {
        long oldest = latest - settings.versions() + 1;
        int gone = versions.deleteBefore(new VersionKey(chain, oldest));
        if (gone > 0) {
            log.info(
                    "Deleted the versions of rule chain {} before {}: {} versions",
                    chain,
                    oldest,
                    gone);
        }
    }

    private void addVersion(Edit edit, VersionKey key, RuleChainMetadata graph, long now) {
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
        RuleChainMetadata stored =
                StoredGraph.of(
                        key.chain(),
                        identified,
                        createdTimes,
                        now,
                        debugDurations.longest(edit.tenant()));
        versions.add(key, now, edit, stored);
        watch(edit, stored);
        generators.saved(edit.tenant(), key.chain(), stored, now);
        ruleStates.saved(key.chain(), stored);
    }

    /** Begins, renews or ends the watches of nodes as their debug settings say. */
    private void watch(Edit edit, RuleChainMetadata stored) {
        Map<RuleNodeId, Long> until = new HashMap<>();
        for (RuleNodeDocument node : stored.nodes()) {
            if (node.id() != null) {
                DebugSettings settings = node.debugSettings();
                until.put(node.id(), settings == null ? 0 : settings.allEnabledUntil());
            }
        }
        watches.saved(
                edit.tenant(),
                edit.author().user() == null ? null : edit.author().user().id(),
                until);
    }

    /**
     * Refuses ids of another chain's nodes. The check of the graph found none, so another request has registered the id
     * in between.
     */
    private static void requireOwn(RuleChainId chain, RuleNodeId node, KnownNode known) {
        if (!known.chain().equals(chain)) {
            throw ApiException.badRequest(
                    "nodes: the id %s belongs to a node of another rule chain".formatted(node));
        }
    }

    private RuleChain load(Edit edit, RuleChainId id) {
        return chains.find(edit.tenant(), id.id())
                .orElseThrow(() ->
                        new IllegalStateException(
                                "Rule chain does not exist after it was saved: " + id));
    }
}
