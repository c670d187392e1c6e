// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.LinkedHashSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a chain, which senders of messages cache. The tenant's actor opens it, points it to new versions and
 * closes it. Branches that arrive before it is open wait, and enter first when it opens, so that their order holds. A
 * branch whose attempt is given up leaves the gate at once, and the number of waiting branches is bounded. Safe for use
 * by many threads.
 *
 * <p>The gate's lock guards its lines. It is taken under the lock of a queue's partition, which starts attempts, and
 * before that of a tree.
 */
final class ChainGate {

    /**
     * The chain that a gate leads to.
     *
     * @param chain the chain, or null: the tenant's current root chain
     */
    record Key(TenantId tenant, @Nullable RuleChainId chain) {

        @Override
        public String toString() {
            return chain == null ? "the root rule chain" : "rule chain " + chain;
        }
    }

    private static final String OVER =
            "the attempt ended while the message waited for its rule chain";

    private final Key key;
    private final int maxWaiting;
    private final BiConsumer<Branch, String> refuse;
    private final LinkedHashSet<WaitingBranch> waiting = new LinkedHashSet<>();
    private volatile @Nullable ChainHandle open;
    private @Nullable String refusal;

    /**
     * Creates a closed gate.
     *
     * @param maxWaiting number of branches that may wait here
     * @param refuse ends a branch that can never enter, with the reason; it must return at once and call back later
     */
    ChainGate(Key key, int maxWaiting, BiConsumer<Branch, String> refuse) {
        this.key = key;
        this.maxWaiting = maxWaiting;
        this.refuse = refuse;
    }

    Key key() {
        return key;
    }

    void enter(Branch branch) {
        ChainHandle chain = open;
        if (chain == null || !chain.enter(branch)) {
            enterOrWait(branch);
        }
    }

    private synchronized void enterOrWait(Branch branch) {
        ChainHandle chain = open;
        if (chain != null && chain.enter(branch)) {
            return;
        }
        String reason = refusal;
        if (reason != null) {
            refuse.accept(branch, reason);
        } else {
            await(branch);
        }
    }

    private void await(Branch branch) {
        if (waiting.size() >= maxWaiting) {
            dropOver();
        }
        if (waiting.size() >= maxWaiting) {
            refuse.accept(
                    branch,
                    "%s takes no messages yet, and %d messages wait for it already"
                            .formatted(key, waiting.size()));
            return;
        }
        WaitingBranch place = new WaitingBranch(branch, this);
        if (branch.tree().waitAt(place)) {
            waiting.add(place);
        } else {
            refuse.accept(branch, OVER);
        }
    }

    /** Ends a waiting branch whose attempt was given up; does nothing if it has left the gate already. */
    synchronized void giveUp(WaitingBranch place) {
        if (waiting.remove(place)) {
            refuse.accept(place.branch(), OVER);
        }
    }

    /**
     * Ends the waiting branches whose attempts are over. Attempts that are given up leave by themselves; this finds
     * those that their queue has handed over to another instance.
     */
    synchronized void dropOver() {
        waiting.removeIf(place -> {
            boolean over = place.branch().tree().isOver();
            if (over) {
                place.branch().tree().waitNoMore(place);
                refuse.accept(place.branch(), OVER);
            }
            return over;
        });
    }

    /** Sends branches to the given version from now on. */
    synchronized void open(ChainHandle chain) {
        refusal = null;
        while (!waiting.isEmpty()) {
            if (!chain.enter(waiting.getFirst().branch())) {
                return;
            }
            WaitingBranch entered = waiting.removeFirst();
            entered.branch().tree().waitNoMore(entered);
        }
        open = chain;
    }

    /** Refuses all branches from now on. */
    synchronized void close(String reason) {
        open = null;
        refusal = reason;
        for (WaitingBranch place : waiting) {
            place.branch().tree().waitNoMore(place);
            refuse.accept(place.branch(), reason);
        }
        waiting.clear();
    }

    synchronized @Nullable ChainHandle current() {
        return open;
    }

    /** Number of branches that wait here. */
    synchronized int waiting() {
        return waiting.size();
    }
}
