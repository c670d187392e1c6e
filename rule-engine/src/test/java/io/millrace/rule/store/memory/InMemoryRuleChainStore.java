// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.store.RuleChainStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the current versions of rule chains in memory. */
public final class InMemoryRuleChainStore implements RuleChainStore {

    private final Map<RuleChainId, ChainVersion> chains = new ConcurrentHashMap<>();
    private final Map<TenantId, RuleChainId> roots = new ConcurrentHashMap<>();

    @Override
    public Optional<ChainVersion> root(TenantId tenant) {
        return Optional.ofNullable(roots.get(tenant)).flatMap(chain -> find(tenant, chain));
    }

    @Override
    public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
        return Optional.ofNullable(chains.get(chain))
                .filter(found -> found.tenant().equals(tenant));
    }

    /** Makes a version the current one of its chain. */
    public void save(ChainVersion version) {
        chains.put(version.chain(), version);
    }

    /** Makes a chain its tenant's root. */
    public void makeRoot(TenantId tenant, RuleChainId chain) {
        roots.put(tenant, chain);
    }

    /** Deletes a chain. */
    public void delete(RuleChainId chain) {
        chains.remove(chain);
    }
}
