// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.store.CurrentVersions;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Loads chains, and retries while the database is unavailable, so that messages that wait for a chain do not time out.
 */
final class PatientChainStore implements RuleChainStore {

    private final RuleChainStore chains;
    private final DatabaseLookups lookups;

    PatientChainStore(RuleChainStore chains, DatabaseLookups lookups) {
        this.chains = chains;
        this.lookups = lookups;
    }

    @Override
    public Optional<ChainVersion> root(TenantId tenant) {
        return patiently(tenant, () -> chains.root(tenant));
    }

    @Override
    public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
        return patiently(tenant, () -> chains.find(tenant, chain));
    }

    @Override
    public CurrentVersions currentVersions(TenantId tenant, Collection<RuleChainId> asked) {
        return patiently(tenant, () -> chains.currentVersions(tenant, asked));
    }

    private <T> T patiently(TenantId tenant, Supplier<T> lookup) {
        return lookups.runUntilAnswered(tenant, lookup).join();
    }
}
