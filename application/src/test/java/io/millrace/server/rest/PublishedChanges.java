// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import io.millrace.server.chains.rulechain.RuleChainsChanged;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Records the events of changed chains. Not a component: only a service that names it has it. */
public class PublishedChanges {

    /**
     * An event that was published.
     *
     * @param inTransaction whether the change could still be undone then
     */
    public record Published(RuleChainsChanged event, boolean inTransaction) {}

    private final List<Published> published = new CopyOnWriteArrayList<>();

    @EventListener
    void changed(RuleChainsChanged event) {
        published.add(
                new Published(
                        event, TransactionSynchronizationManager.isActualTransactionActive()));
    }

    /** All events that were published so far. */
    public List<Published> published() {
        return published;
    }
}
