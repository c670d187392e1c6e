// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads chains however long the database is away: the messages that wait for a chain must not run out of time. */
final class PatientChainStore implements RuleChainStore {

    private final RuleChainStore chains;
    private final DatabaseLookups lookups;

    PatientChainStore(RuleChainStore chains, DatabaseLookups lookups) {
        this.chains = chains;
        this.lookups = lookups;
    }

    @Override
    public Optional<ChainVersion> root(TenantId tenant) {
        return patiently(() -> chains.root(tenant));
    }

    @Override
    public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
        return patiently(() -> chains.find(tenant, chain));
    }

    private <T> T patiently(Supplier<T> lookup) {
        return lookups.runUntilAnswered(lookup).join();
    }
}
