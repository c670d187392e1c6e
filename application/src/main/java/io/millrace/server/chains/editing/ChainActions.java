// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.server.chains.rulechain.ChangedChains;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.security.SecurityUser;
import org.springframework.stereotype.Component;

/**
 * Sends messages about created, updated and deleted rule chains to the tenant's rule chains, as {@link EntityActions}
 * does for other entities. The payload is the chain as REST shows it, without nodes; each changed chain gets one
 * message.
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

    /** Prepares the message about a deletion. Call it before the deletion, and run the result after the commit. */
    Runnable deletion(SecurityUser by, RuleChain chain) {
        return actions.deletion(by, chain, chain.header());
    }
}
