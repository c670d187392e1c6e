// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
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

/** What nodes that let messages wait have in common: each of their originators has a place where its messages wait. */
public final class PendingSites {

    /** After how long a message is tried again for which the queue had no room. */
    private static final Duration NO_ROOM_PAUSE = Duration.ofSeconds(10);

    private final Ports ports;
    private final NodeIdentity node;

    /**
     * What they touch.
     *
     * @param pending where messages wait
     * @param intake where they go when they are due
     */
    public record Ports(PendingMessages pending, MessageIntake intake, Clock clock) {}

    public PendingSites(Ports ports, NodeIdentity node) {
        this.ports = ports;
        this.node = node;
    }

    /** Whether a message says that something is due. */
    static boolean isDue(RuleMessage message) {
        return message.type().equals(PendingMessages.DUE);
    }

    long now() {
        return ports.clock().millis();
    }

    Site siteOf(RuleMessage message) {
        return new Site(node.tenant(), node.chain(), node.node(), message.originator());
    }

    /** Lets a message wait, and ends its delivery when that is on disk; where there is no room it leaves by {@code Failure}. */
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
                                                "there is no room for another message to wait: at most %d may, and %d of one originator"
                                                        .formatted(
                                                                bound.inNode(),
                                                                bound.ofOriginator()))));
    }

    /** The same for the same delivery, so that a repeated one is kept once. */
    private static UUID entryId(NodeCall call) {
        String key = call.idempotencyKey();
        return key == null
                ? TimeOrderedUuid.next()
                : UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    }

    CompletionStage<List<Pending>> waiting(Site site) {
        return ports.pending().find(site);
    }

    /** Sends a message on, and forgets those that it was made of once it is safe; without room they wait a little longer. */
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
