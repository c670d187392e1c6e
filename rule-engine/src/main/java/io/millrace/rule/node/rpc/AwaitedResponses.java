// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.rpc;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.MessageSubmitter;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.node.flow.PendingSites;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait for the response of a device, of all nodes of this process: a response may come when a newer
 * version of the chain has taken the node's place. A message waits on disk as what it becomes without a response. A
 * response sends another message on instead, and then removes the entry. Each entry leaves at most once on this
 * instance. Safe for use by many threads.
 */
final class AwaitedResponses {

    /** Pause before a response is submitted again that the queue did not take. */
    private static final Duration REFUSED_PAUSE = Duration.ofSeconds(10);

    private static final Bound NO_BOUND = new Bound(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private sealed interface State {

        /**
         * The delivery of the message has not ended.
         *
         * @param result completes when it may, for every attempt of it
         */
        record InDelivery(CompletableFuture<NodeResult> result) implements State {}

        /** The message is stored. */
        record Stored() implements State {}

        /** The message was sent on. */
        record Left() implements State {}
    }

    private static final State STORED = new State.Stored();
    private static final State LEFT = new State.Left();

    private final PendingSites.Ports ports;
    private final ConcurrentMap<UUID, State> entries = new ConcurrentHashMap<>();

    /**
     * Keeps the search for due entries of an originator apart from the removal of entries from {@link #entries}, so that
     * no entry looks unknown which the search has found and a response has removed since.
     */
    private final OriginatorSequence searches = new OriginatorSequence();

    AwaitedResponses(PendingSites.Ports ports) {
        this.ports = ports;
    }

    /**
     * Begins to wait on behalf of a delivery.
     *
     * @param first begins the first attempt of the delivery; the entry is {@linkplain #abandon abandoned} or {@linkplain
     *     #stored stored} before its result
     * @return the result of the delivery's first attempt on this instance; empty if the message is stored
     */
    Optional<CompletionStage<NodeResult>> begin(
            UUID entry, Supplier<CompletionStage<NodeResult>> first) {
        State.InDelivery begun = new State.InDelivery(new CompletableFuture<>());
        State before = entries.putIfAbsent(entry, begun);
        if (before instanceof State.InDelivery(CompletableFuture<NodeResult> result)) {
            return Optional.of(result);
        }
        if (before != null) {
            return Optional.empty();
        }
        try {
            var _ =
                    first.get()
                            .whenComplete((result, error) -> {
                                if (error == null) {
                                    begun.result().complete(result);
                                } else {
                                    begun.result().completeExceptionally(error);
                                }
                            });
        } catch (RuntimeException e) {
            abandon(entry);
            begun.result().completeExceptionally(e);
        }
        return Optional.of(begun.result());
    }

    /** Notes that the message of an entry was stored. */
    void stored(UUID entry) {
        entries.computeIfPresent(
                entry, (_, state) -> state instanceof State.InDelivery ? STORED : state);
    }

    /** Forgets an entry whose message is not stored. */
    void abandon(UUID entry) {
        entries.remove(entry);
    }

    /** Sends a message on in place of an entry that still waits. */
    void respond(Site site, UUID entry, RuleMessage message) {
        if (entries.replace(entry, STORED, LEFT)) {
            leave(site, entry, message, null);
        }
    }

    /**
     * Sends the due entries of a site on.
     *
     * @return completes when all are on their way; their entries are removed when they are safe
     */
    CompletionStage<Void> due(Site site, @Nullable Lease lease) {
        return searches.then(
                site.originator(),
                () ->
                        ports.pending()
                                .find(site)
                                .thenAccept(all ->
                                        all.forEach(pending -> leaveIfDue(site, pending, lease))));
    }

    private void leaveIfDue(Site site, Pending pending, @Nullable Lease lease) {
        if (pending.dueAt() <= ports.clock().millis()
                && !LEFT.equals(entries.put(pending.id(), LEFT))) {
            leave(site, pending.id(), pending.message(), lease);
        }
    }

    private void leave(Site site, UUID entry, RuleMessage message, @Nullable Lease lease) {
        var _ =
                submitted(message, lease)
                        .handle((_, refusal) -> refusal == null)
                        .thenCompose(safe ->
                                safe ? CompletableFuture.completedStage(true) : keep(site, message))
                        .thenCompose(_ -> ports.pending().remove(site, List.of(entry), lease))
                        .handle((_, _) -> searches.then(site.originator(), () -> forget(entry)));
    }

    private CompletionStage<Void> submitted(RuleMessage message, @Nullable Lease lease) {
        try {
            return ports.intake().submit(message, new Submitter(lease));
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Stores a message that the queue did not take, so that it leaves a little later. */
    private CompletionStage<Boolean> keep(Site site, RuleMessage message) {
        byte[] name = (message.id() + " refused").getBytes(StandardCharsets.UTF_8);
        return ports.pending()
                .add(
                        site,
                        UUID.nameUUIDFromBytes(name),
                        message,
                        ports.clock().millis() + REFUSED_PAUSE.toMillis(),
                        NO_BOUND,
                        null);
    }

    private CompletionStage<Boolean> forget(UUID entry) {
        return CompletableFuture.completedStage(entries.remove(entry) != null);
    }

    /** A message that waits for room in the queue as long as it takes: the entries bound the number of such messages. */
    private record Submitter(@Nullable Lease lease) implements MessageSubmitter {

        @Override
        public boolean isWanted() {
            return true;
        }
    }
}
