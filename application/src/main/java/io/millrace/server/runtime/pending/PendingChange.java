// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Site;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change of what waits. */
sealed interface PendingChange {

    Site site();

    @Nullable Lease lease();

    /**
     * One more waits, where there is room.
     *
     * @param outcome where the writer notes whether there was
     */
    record Add(
            Site site,
            UUID id,
            RuleMessage message,
            long dueAt,
            Bound bound,
            Outcome outcome,
            @Nullable Lease lease)
            implements PendingChange {}

    /** These wait no longer. */
    record Remove(Site site, List<UUID> ids, @Nullable Lease lease) implements PendingChange {}

    /** These wait until another time. */
    record Postpone(Site site, List<UUID> ids, long dueAt, @Nullable Lease lease)
            implements PendingChange {}

    /** Whether there was room; of an attempt to write that was repeated the last counts. */
    final class Outcome {
        volatile boolean kept;
    }
}
