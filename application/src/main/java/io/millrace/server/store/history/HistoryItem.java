// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import java.util.Set;
import java.util.UUID;

/** An item that waits to be written to the history. */
sealed interface HistoryItem {

    /** Id of the row, a UUID of version 7 that says when it happened. */
    UUID id();

    /** A message to keep. */
    record Message(UUID id, DeliveryEnd end, Set<KeptReason> reasons) implements HistoryItem {
        public Message {
            reasons = Set.copyOf(reasons);
        }
    }

    /** A tenant has reached the limit of its hour with a message in this chain. */
    record LimitReached(UUID id, TenantId tenant, RuleChainId chain, String text)
            implements HistoryItem {}
}
