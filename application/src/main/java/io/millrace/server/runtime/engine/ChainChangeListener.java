// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.chains.rulechain.RuleChainsChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import org.springframework.context.event.EventListener;

/** Tells the engine when a tenant's chains are no longer what they were. */
final class ChainChangeListener {

    private final RuleEngine engine;

    public ChainChangeListener(RuleEngine engine) {
        this.engine = engine;
    }

    @EventListener
    void on(RuleChainsChanged event) {
        engine.chainsChanged(event.tenant());
    }

    /** A tenant that is gone has no chains: its messages fail from now on. */
    @EventListener
    void on(TenantDeleted event) {
        engine.chainsChanged(event.tenant());
    }
}
