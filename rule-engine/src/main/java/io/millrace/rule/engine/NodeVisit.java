// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorRef;
import io.millrace.message.EntryPoint;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.Path;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeResult;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A branch's visit to a node. The same object is sent to the node's actor, waits there for a later answer, and is sent
 * back to the chain's stripe with the answer, so that a hop costs one object.
 */
final class NodeVisit implements NodeCommand, StripeCommand, NodeCall {

    /** How a visit ends. */
    enum Ending {
        /** The node answered. */
        ANSWERED,
        /** The node was not called. */
        REFUSED,
        /** The attempt was given up. */
        GIVEN_UP
    }

    final Branch branch;
    final ChainHandle chain;
    final int node;
    final ActorRef<NodeCommand> host;
    final long startedNanos;

    /** Null until the node has answered. A later answer may be set on any thread. */
    volatile @Nullable NodeResult result;

    /** True if the node still works for a branch that was given up. Used by the node's actor only. */
    boolean outlived;

    /** How the visit ends; set by the node's actor before it sends the visit on. */
    Ending ending = Ending.ANSWERED;

    /**
     * The breaker's phase in which the node was called, until the answer; null without a breaker. Used by the node's
     * actor only.
     */
    NodeBreaker.@Nullable Phase calledIn;

    /** The watch that has counted the visit as arrived; null if none has. Used by the chain's stripe only. */
    @Nullable ChainWatch countedBy;

    /** Links of the tree's list of visits; guarded by the tree. */
    @Nullable NodeVisit previous;

    @Nullable NodeVisit next;

    NodeVisit(
            Branch branch,
            ChainHandle chain,
            int node,
            ActorRef<NodeCommand> host,
            long startedNanos) {
        this.branch = branch;
        this.chain = chain;
        this.node = node;
        this.host = host;
        this.startedNanos = startedNanos;
    }

    NodeResult answer() {
        NodeResult known = result;
        if (known == null) {
            throw new IllegalStateException("no answer yet from " + definition().name());
        }
        return known;
    }

    @Override
    public boolean isWanted() {
        return !branch.tree().isOver();
    }

    @Override
    public @Nullable Lease lease() {
        return branch.tree().attempt().lease();
    }

    @Override
    public String idempotencyKey() {
        Attempt attempt = branch.tree().attempt();
        UUID message = branch.message().id();
        String derived = message.equals(attempt.message().id()) ? "" : "-" + message;
        return "%s-%s-%08x%s"
                .formatted(
                        attempt.deliveryId(),
                        definition().id(),
                        Path.fingerprint(branch.path()),
                        derived);
    }

    @Override
    public UUID deliveredMessage() {
        return branch.tree().attempt().message().id();
    }

    @Override
    public EntryPoint entryBehind(String label) {
        return branch.entryBehind(chain.id(), definition().id(), label);
    }

    ChainNode definition() {
        return chain.table().node(node);
    }

    Failure failure(String error) {
        return new Failure(error, chain.id(), definition().id(), definition().name());
    }
}
