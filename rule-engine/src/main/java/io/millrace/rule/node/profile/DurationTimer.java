// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the node when a duration of a device may be reached: one pending message for each node and device. An earlier one
 * than needed is left, because the node sets it anew when it is due. A second pending message, the note, says which
 * changes of alarms the node is making because the timer was due.
 */
final class DurationTimer {

    private static final Bound TIMER_AND_NOTE = new Bound(Integer.MAX_VALUE, 2);

    private final PendingMessages pending;

    DurationTimer(PendingMessages pending) {
        this.pending = pending;
    }

    /**
     * A timer that is set.
     *
     * @param message the message that has set it
     * @param begun the changes that the node has noted and perhaps not finished
     */
    record Waiting(long dueAt, RuleMessage message, List<IntendedChange> begun) {}

    /** Returns the timer of a device, or empty if it is not set. */
    CompletionStage<Optional<Waiting>> find(Site site) {
        return pending.find(site)
                .thenApply(found ->
                        find(found, idOf(site))
                                .map(timer ->
                                        new Waiting(
                                                timer.dueAt(),
                                                timer.message(),
                                                find(found, noteOf(site))
                                                        .map(DurationTimer::changes)
                                                        .orElse(List.of()))));
    }

    private static Optional<Pending> find(List<Pending> found, UUID id) {
        return found.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    private static List<IntendedChange> changes(Pending note) {
        return IntendedChange.of(note.message().payload());
    }

    /** Notes changes before they are made, so that they can be finished if the node does not get to their end. */
    CompletionStage<Void> note(
            Site site, Waiting waiting, List<IntendedChange> changes, NodeCall call) {
        return pending.add(
                        site,
                        noteOf(site),
                        waiting.message().withPayload(IntendedChange.payloadOf(changes)),
                        waiting.dueAt(),
                        TIMER_AND_NOTE,
                        call.lease())
                .thenAccept(_ -> {});
    }

    /** Removes the note when its changes are finished: they are stored, and the messages about them are safe. */
    CompletionStage<Void> removeNote(Site site, NodeCall call) {
        return pending.remove(site, List.of(noteOf(site)), call.lease());
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
        return pending.add(site, idOf(site), timer, due, TIMER_AND_NOTE, call.lease())
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

    /** Removes the timer and the note. */
    CompletionStage<Void> end(Site site, NodeCall call) {
        return pending.remove(site, List.of(idOf(site), noteOf(site)), call.lease());
    }

    /** A device has one timer in a node, so its id names it. */
    private static UUID idOf(Site site) {
        return site.originator().id();
    }

    /** Not the id of a device: those are of another version of UUIDs. */
    private static UUID noteOf(Site site) {
        return UUID.nameUUIDFromBytes(idOf(site).toString().getBytes(StandardCharsets.UTF_8));
    }
}
