// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import java.util.Optional;

/** Reads rule chains. Its calls block and may fail; the engine makes them on threads that may wait. */
public interface RuleChainStore {

    /** The current version of the chain that a tenant's messages enter, or empty where the tenant has none. */
    Optional<ChainVersion> root(TenantId tenant);

    /** The current version of a tenant's chain, or empty where the tenant has no such chain. */
    Optional<ChainVersion> find(TenantId tenant, RuleChainId chain);
}
