// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import java.util.Optional;

/** Reads rule chains. Its calls block and may fail; the engine calls them on threads that may wait. */
public interface RuleChainStore {

    /** Returns the current version of the tenant's root chain, or empty if the tenant has none. */
    Optional<ChainVersion> root(TenantId tenant);

    /** Returns the current version of a tenant's chain, or empty if the tenant has no such chain. */
    Optional<ChainVersion> find(TenantId tenant, RuleChainId chain);
}
