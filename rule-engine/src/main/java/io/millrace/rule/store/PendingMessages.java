// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages that wait in a node. They are on disk, so that a waiting message occupies no other resource and
 * survives the end of the process and a move of its originator's partition. When one is due, the node receives a
 * message of type {@link #DUE} in the lane of the originator, repeatedly until no message is due any more. While the
 * store is unavailable, its stages stay incomplete; they do not fail.
 */
public interface PendingMessages {

    /** Type of the message that a node receives when messages of an originator are due there. */
    String DUE = "PENDING_MESSAGES_DUE";

    /**
     * Adds a message.
     *
     * @param id identity of the entry; an existing entry is not changed
     * @param message the message, with the entry at which it will continue; without one it is a timer of the node
     * @return completes when the message is on disk: true, or false if there was no room for it
     */
    CompletionStage<Boolean> add(
            Site site,
            UUID id,
            RuleMessage message,
            long dueAt,
            Bound bound,
            @Nullable Lease lease);

    /** Returns the waiting messages of a site in the order of their arrival. */
    CompletionStage<List<Pending>> find(Site site);

    /** Removes messages; unknown ids are ignored. */
    CompletionStage<Void> remove(Site site, Collection<UUID> ids, @Nullable Lease lease);

    /** Changes the due time of messages. */
    CompletionStage<Void> postpone(
            Site site, Collection<UUID> ids, long dueAt, @Nullable Lease lease);

    /** One originator's messages in a node. */
    record Site(TenantId tenant, RuleChainId chain, RuleNodeId node, EntityId originator) {}

    /**
     * A waiting message.
     *
     * @param dueAt milliseconds since the epoch
     */
    record Pending(UUID id, RuleMessage message, long dueAt) {

        /** True if the message goes on nowhere: it wakes the node at a time, and ends with the node. */
        public boolean isTimer() {
            return message.entry() == null;
        }
    }

    /**
     * The limits for waiting messages.
     *
     * @param inNode limit of the whole node
     * @param ofOriginator limit of one originator
     */
    record Bound(int inNode, int ofOriginator) {}
}
