// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.QueueListener;
import io.millrace.server.registry.tenant.TenantDeleted;
import io.millrace.server.store.history.HistoryStorage;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.store.history.MessageWatches;
import java.util.Set;
import org.springframework.context.event.EventListener;

/** Passes the messages that are to be kept to the storage, when their deliveries end. */
final class MessageKeeper implements QueueListener {

    private final KeptDecision decision;
    private final MessageWatches watches;
    private final HistoryStorage storage;
    private final boolean on;

    MessageKeeper(KeptDecision decision, MessageWatches watches, HistoryStorage storage) {
        this.decision = decision;
        this.watches = watches;
        this.storage = storage;
        this.on = storage.isOn();
    }

    @Override
    public void ended(DeliveryEnd end) {
        if (!on) {
            return;
        }
        Set<KeptReason> reasons = decision.reasons(end, watches.of(end.message().tenant()));
        if (!reasons.isEmpty()) {
            storage.keep(end, reasons);
        }
    }

    @EventListener
    void deleted(TenantDeleted event) {
        storage.forget(event.tenant());
    }
}
