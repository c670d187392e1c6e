// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/** The common part of nodes that delay messages: the sites where the messages of each originator wait. */
public final class PendingSites {

    /** Pause before a message is retried for which the queue had no room. */
    private static final Duration NO_ROOM_PAUSE = Duration.ofSeconds(10);

    private final Ports ports;
    private final NodeIdentity node;
    private final OriginatorSequence sequence = new OriginatorSequence();

    /**
     * The ports of such nodes.
     *
     * @param pending stores waiting messages
     * @param intake takes messages that are due
     */
    public record Ports(PendingMessages pending, MessageIntake intake, Clock clock) {}

    public PendingSites(Ports ports, NodeIdentity node) {
        this.ports = ports;
        this.node = node;
    }

    /** True if a message announces that waiting messages are due. */
    static boolean isDue(RuleMessage message) {
        return message.type().equals(PendingMessages.DUE);
    }

    long now() {
        return ports.clock().millis();
    }

    Site siteOf(RuleMessage message) {
        return new Site(node.tenant(), node.chain(), node.node(), message.originator());
    }

    /**
     * Stores a message that waits, and ends its delivery when it is on disk; if there is no room it leaves by {@code
     * Failure}.
     */
    NodeResult park(RuleMessage message, long dueAt, Bound bound, NodeCall call) {
        EntryPoint onwards = call.entryBehind(NodeResult.SUCCESS);
        return new NodeResult.Later(
                ports.pending()
                        .add(
                                siteOf(message),
                                entryId(call),
                                message.withEntry(onwards),
                                dueAt,
                                bound,
                                call.lease())
                        .thenApply(kept ->
                                kept
                                        ? new NodeResult.Ended()
                                        : new NodeResult.Failed(
                                                message,
                                                "there is no room for another waiting message:"
                                                        + " at most %d may wait in the node, and %d of one originator"
                                                                .formatted(
                                                                        bound.inNode(),
                                                                        bound.ofOriginator()))));
    }

    /** Returns the same id for the same delivery, so that a repeated delivery is stored once. */
    private static UUID entryId(NodeCall call) {
        String key = call.idempotencyKey();
        return key == null
                ? TimeOrderedUuid.next()
                : UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Releases messages of an originator because some are due: one such step after the other.
     *
     * @param release gets the site and all messages that wait there, in the order of their arrival
     */
    NodeResult whenDue(
            RuleMessage due, BiFunction<Site, List<Pending>, CompletionStage<Void>> release) {
        Site site = siteOf(due);
        return new NodeResult.Later(
                sequence.then(
                                due.originator(),
                                () ->
                                        ports.pending()
                                                .find(site)
                                                .thenCompose(all -> release.apply(site, all)))
                        .thenApply(_ -> new NodeResult.Ended()));
    }

    /** Sends a message on, and removes its source messages once it is safe; without room they wait a little longer. */
    CompletionStage<Void> release(
            Site site, RuleMessage message, List<UUID> madeOf, NodeCall call) {
        return ports.intake()
                .submit(message)
                .handle((_, refusal) -> refusal == null)
                .thenCompose(safe ->
                        safe
                                ? ports.pending().remove(site, madeOf, call.lease())
                                : postpone(site, madeOf, NO_ROOM_PAUSE, call));
    }

    CompletionStage<Void> postpone(Site site, List<UUID> ids, Duration pause, NodeCall call) {
        return ids.isEmpty()
                ? CompletableFuture.completedStage(null)
                : ports.pending().postpone(site, ids, now() + pause.toMillis(), call.lease());
    }
}
