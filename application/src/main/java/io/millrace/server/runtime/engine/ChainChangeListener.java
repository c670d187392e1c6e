// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.chains.rulechain.RuleChainsChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import org.springframework.context.event.EventListener;

/** Notifies the engine of changed chains. */
final class ChainChangeListener {

    private final RuleEngine engine;

    public ChainChangeListener(RuleEngine engine) {
        this.engine = engine;
    }

    @EventListener
    void on(RuleChainsChanged event) {
        engine.chainsChanged(event.tenant());
    }

    /** A deleted tenant has no chains, so its messages fail from now on. */
    @EventListener
    void on(TenantDeleted event) {
        engine.chainsChanged(event.tenant());
    }
}
