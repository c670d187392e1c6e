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
 * Keeps messages that wait in a node: on disk, so that no wait holds a place anywhere else, and none is lost with its process
 * or when its originator's partition moves. When one is due, the node gets a message of type {@link #DUE} in the lane of the
 * originator, again and again until nothing that is due is left. While the store cannot be reached, its answers wait; they
 * do not fail.
 */
public interface PendingMessages {

    /** Type of the message that a node gets when something of an originator is due there. */
    String DUE = "PENDING_MESSAGES_DUE";

    /**
     * Keeps a message.
     *
     * @param id identity of the entry; one that is kept already is left as it is
     * @param message with the entry where it goes on one day
     * @return completes, when that is on disk, with whether there was room for it
     */
    CompletionStage<Boolean> add(
            Site site,
            UUID id,
            RuleMessage message,
            long dueAt,
            Bound bound,
            @Nullable Lease lease);

    /** What waits there, in the order in which it came. */
    CompletionStage<List<Pending>> find(Site site);

    /** Forgets messages; those that are not there are no error. */
    CompletionStage<Void> remove(Site site, Collection<UUID> ids, @Nullable Lease lease);

    /** Lets messages be due at another time. */
    CompletionStage<Void> postpone(
            Site site, Collection<UUID> ids, long dueAt, @Nullable Lease lease);

    /** One originator's place in a node. */
    record Site(TenantId tenant, RuleChainId chain, RuleNodeId node, EntityId originator) {}

    /**
     * A message that waits.
     *
     * @param dueAt milliseconds since the epoch
     */
    record Pending(UUID id, RuleMessage message, long dueAt) {}

    /**
     * How many messages may wait.
     *
     * @param inNode in the whole node
     * @param ofOriginator of one originator
     */
    record Bound(int inNode, int ofOriginator) {}
}
