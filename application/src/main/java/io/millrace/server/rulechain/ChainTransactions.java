// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes a tenant's chains one change after the other, and tells the engine when a change is committed. One lock for
 * all chains of a tenant: people edit them, and a change may reach from one chain into others.
 */
@Component
final class ChainTransactions {

    private final RuleChainRepository chains;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    ChainTransactions(
            RuleChainRepository chains,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.chains = chains;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Makes a change; what it throws undoes it. */
    <T> T change(TenantId tenant, Supplier<T> change) {
        Optional<T> result =
                Optional.ofNullable(
                        transaction.execute(_ -> {
                            chains.lock(tenant);
                            return change.get();
                        }));
        events.publishEvent(new RuleChainsChanged(tenant));
        return result.orElseThrow();
    }
}
