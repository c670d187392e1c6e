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
 * Serializes the changes of a tenant's chains, and notifies the engine after each commit. One lock covers all chains of
 * a tenant, because users edit chains by hand, and one change may affect several chains.
 */
@Component
public final class ChainTransactions {

    private static final Logger log = LoggerFactory.getLogger(ChainTransactions.class);

    /** Much longer than nodes usually take to start. */
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
     * Runs a change in a transaction; an exception rolls it back. Returns when new messages on this instance use the
     * changed chains, or after five seconds if the chains have not started by then; the change is committed in both
     * cases.
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
                    "Changed rule chains of tenant {} have not started yet; they take effect when they have: {}",
                    tenant,
                    e.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            settled.cancel(false);
        }
    }
}
