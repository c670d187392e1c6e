// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the node when a duration of a device may be reached: one pending message for each node and device. An earlier one
 * than needed is left, because the node sets it anew when it is due.
 */
final class DurationTimer {

    private static final Bound ONE = new Bound(Integer.MAX_VALUE, 1);

    private final PendingMessages pending;

    DurationTimer(PendingMessages pending) {
        this.pending = pending;
    }

    /** Returns the timer of a device, or empty if it is not set. */
    CompletionStage<Optional<Pending>> find(Site site) {
        return pending.find(site).thenApply(found -> found.stream().findFirst());
    }

    /**
     * Makes sure that the node is woken in time.
     *
     * @param due when a duration is reached, in milliseconds since the epoch; null: none is running
     * @param message the message that sets the timer; its metadata and its queue are those of the alarm's message
     */
    CompletionStage<Void> set(
            Site site,
            TrackedDevice device,
            @Nullable Long due,
            RuleMessage message,
            NodeCall call) {
        if (due == null || device.dueAt() <= due) {
            return CompletableFuture.completedStage(null);
        }
        if (device.dueAt() != TrackedDevice.NEVER) {
            return postpone(site, device, due, call);
        }
        RuleMessage timer =
                message.withPayload(Payload.EMPTY_OBJECT).withCustomer(null).withEntry(null);
        return pending.add(site, idOf(site), timer, due, ONE, call.lease())
                .thenAccept(_ -> device.setDueAt(due));
    }

    /** Sets a timer that was due to the next time, or ends it. */
    CompletionStage<Void> setAgain(
            Site site, TrackedDevice device, @Nullable Long due, NodeCall call) {
        return due == null
                ? end(site, call).thenRun(() -> device.setDueAt(TrackedDevice.NEVER))
                : postpone(site, device, due, call);
    }

    private CompletionStage<Void> postpone(
            Site site, TrackedDevice device, long due, NodeCall call) {
        return pending.postpone(site, List.of(idOf(site)), due, call.lease())
                .thenRun(() -> device.setDueAt(due));
    }

    CompletionStage<Void> end(Site site, NodeCall call) {
        return pending.remove(site, List.of(idOf(site)), call.lease());
    }

    /** A device has one timer in a node, so its id names it. */
    private static UUID idOf(Site site) {
        return site.originator().id();
    }
}
