// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.RuleEngine;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes a tenant's chains one change after the other, and tells the engine when a change is committed. One lock for
 * all chains of a tenant: people edit them, and a change may reach from one chain into others.
 */
@Component
public final class ChainTransactions {

    private static final Logger log = LoggerFactory.getLogger(ChainTransactions.class);

    /** Far longer than nodes take to start that start at all soon. */
    private static final Duration SETTLING_LIMIT = Duration.ofSeconds(5);

    private final RuleChainRepository chains;
    private final RuleEngine engine;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    ChainTransactions(
            RuleChainRepository chains,
            RuleEngine engine,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.chains = chains;
        this.engine = engine;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Makes a change; what it throws undoes it. Returns when new messages of this instance take the changed chains, or a few
     * seconds later where these cannot start so soon: the change is made all the same.
     */
    public <T> T change(TenantId tenant, Supplier<T> change) {
        Optional<T> result =
                Optional.ofNullable(
                        transaction.execute(_ -> {
                            chains.lock(tenant);
                            return change.get();
                        }));
        events.publishEvent(new RuleChainsChanged(tenant));
        awaitEffect(tenant);
        return result.orElseThrow();
    }

    private void awaitEffect(TenantId tenant) {
        CompletableFuture<Void> settled = engine.whenChainsSettled(tenant);
        try {
            settled.get(SETTLING_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.info(
                    "Changed rule chains of tenant {} take effect after the next reload: {}",
                    tenant,
                    e.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            settled.cancel(false);
        }
    }
}
