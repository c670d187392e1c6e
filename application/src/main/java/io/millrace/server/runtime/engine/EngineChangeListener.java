// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.queue.QueueEngine;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.chains.rulechain.RuleChainsChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import org.springframework.context.event.EventListener;

/** Notifies the engine and the queue of changed chains and deleted tenants. */
final class EngineChangeListener {

    private final RuleEngine engine;
    private final QueueEngine queue;

    EngineChangeListener(RuleEngine engine, QueueEngine queue) {
        this.engine = engine;
        this.queue = queue;
    }

    @EventListener
    void on(RuleChainsChanged event) {
        engine.chainsChanged(event.tenant());
    }

    /** A deleted tenant has no chains, so its messages fail from now on. */
    @EventListener
    void on(TenantDeleted event) {
        engine.chainsChanged(event.tenant());
        queue.forget(event.tenant());
    }
}
