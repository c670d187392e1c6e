// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads rule chains. Its calls block and may fail; the engine calls them on threads that may wait. */
public interface RuleChainStore {

    /** Returns the current version of the tenant's root chain, or empty if the tenant has none. */
    Optional<ChainVersion> root(TenantId tenant);

    /** Returns the current version of a tenant's chain, or empty if the tenant has no such chain. */
    Optional<ChainVersion> find(TenantId tenant, RuleChainId chain);

    /**
     * Returns the numbers of the current versions of the root chain and of those of the given chains that the tenant has.
     * The engine compares them with what it runs when chains have changed; a store in which a chain takes a query should
     * answer with one.
     */
    default CurrentVersions currentVersions(TenantId tenant, Collection<RuleChainId> chains) {
        Map<RuleChainId, Long> numbers = new HashMap<>();
        Optional<ChainVersion> root = root(tenant);
        root.ifPresent(version -> numbers.put(version.chain(), version.version()));
        for (RuleChainId chain : chains) {
            find(tenant, chain).ifPresent(version -> numbers.put(chain, version.version()));
        }
        return new CurrentVersions(root.map(ChainVersion::chain).orElse(null), numbers);
    }
}
