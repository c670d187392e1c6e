// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.server.chains.rulechain.ChangedChains;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.security.SecurityUser;
import org.springframework.stereotype.Component;

/**
 * Tells a tenant's rule chains what becomes of its rule chains, as {@link EntityActions} does of other entities: a chain
 * as REST shows it, without nodes; one message for each chain that a call has changed.
 */
@Component
public final class ChainActions {

    private final EntityActions actions;

    ChainActions(EntityActions actions) {
        this.actions = actions;
    }

    public void created(SecurityUser by, RuleChain chain) {
        actions.created(by, chain, chain.header());
    }

    public void updated(SecurityUser by, RuleChain chain) {
        actions.updated(by, chain, chain.header());
    }

    public void updated(SecurityUser by, ChangedChains changed) {
        updated(by, changed.chain());
        changed.others().forEach(other -> updated(by, other));
    }

    /** To be called before the deletion; what it answers is to be run when that is committed. */
    Runnable deletion(SecurityUser by, RuleChain chain) {
        return actions.deletion(by, chain, chain.header());
    }
}
