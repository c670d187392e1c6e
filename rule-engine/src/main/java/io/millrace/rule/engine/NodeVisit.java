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
 * A branch's stay at a node. It is sent to the node's actor, waits there for the answer if need be, and is sent back
 * to the chain's stripe with the answer in it, so that a hop costs one object.
 */
final class NodeVisit implements NodeCommand, StripeCommand, NodeCall {

    /** How a stay ends. */
    enum Ending {
        /** By the node's answer. */
        ANSWERED,
        /** At the door. */
        REFUSED,
        /** By the end of the attempt. */
        GIVEN_UP
    }

    final Branch branch;
    final ChainHandle chain;
    final int node;
    final ActorRef<NodeCommand> host;
    final long startedNanos;

    /** Null until the node has answered. A later answer may come on any thread. */
    volatile @Nullable NodeResult result;

    /** Whether the node works on for a branch that was given up. Only for the node's actor. */
    boolean outlived;

    /** How the stay ends; the node's actor says so before it sends the visit on. */
    Ending ending = Ending.ANSWERED;

    /** Where there is a breaker, its phase in which the node was called, until the answer. Only for the node's actor. */
    NodeBreaker.@Nullable Phase calledIn;

    /** Links of the tree's list of visits, guarded by the tree. */
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
            throw new IllegalStateException("expected an answer from " + definition().name());
        }
        return known;
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
