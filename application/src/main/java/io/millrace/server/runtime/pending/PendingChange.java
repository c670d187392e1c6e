// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Site;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change to the waiting messages of a node. */
sealed interface PendingChange {

    Site site();

    @Nullable Lease lease();

    /**
     * Adds a message if the node has room.
     *
     * @param outcome receives the result
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

    /** Removes messages. */
    record Remove(Site site, List<UUID> ids, @Nullable Lease lease) implements PendingChange {}

    /** Changes the due time of messages. */
    record Postpone(Site site, List<UUID> ids, long dueAt, @Nullable Lease lease)
            implements PendingChange {}

    /**
     * The result of an {@link Add}: true if the message was stored. If the write is repeated, the last attempt sets it.
     */
    final class Outcome {
        volatile boolean kept;
    }
}
