// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a chain, which senders of messages cache. The tenant's actor opens it, points it to new versions and
 * closes it. Branches that arrive before it is open wait, and enter first when it opens, so that their order holds. A
 * branch whose attempt is given up leaves the gate at once, and the number of waiting branches is bounded. Safe for use
 * by many threads.
 *
 * <p>When the gate leaves a version for another one, each originator changes when its messages have left the old
 * version. The gate counts the messages that are in the old version at that moment; a branch of a younger message of
 * the same originator waits in the originator's line until they are gone. A branch whose tree holds a version of the
 * chain continues in that one. Further changes before that only add to what is counted, and waiting branches enter the
 * newest version. Other originators, and all of them when nothing is counted any more, enter without the gate's lock.
 *
 * <p>A gate of an idle chain is removed; branches that come later are led to the gate that replaces it.
 *
 * <p>The gate's lock guards its lines. It is taken under the lock of a queue's partition, which starts attempts, and
 * before those of a tree and of a version's holds; {@link ChainHandle} explains how changing versions, entering one and
 * leaving one exclude each other.
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

    /** Branches that arrived before the gate was open. */
    private final SequencedSet<WaitingBranch> unopened = new LinkedHashSet<>();

    /** The originators that have messages in versions that the gate has left; written under the lock. */
    private final ConcurrentMap<EntityId, OriginatorLine> lines = new ConcurrentHashMap<>(0);

    private int waiting;

    /** The version to which the gate leads, or null. */
    private @Nullable ChainHandle target;

    /** The way to the target without the lock; null while there is none, or while the gate changes. */
    private volatile @Nullable Route route;

    private @Nullable String refusal;
    private boolean removed;

    /** The way to a version. A gate creates a new one at each change. */
    static final class Route {

        private final ChainHandle target;

        /** The originators that may have to wait; null if there are none. */
        private final @Nullable Map<EntityId, OriginatorLine> changing;

        private volatile boolean left;

        private Route(ChainHandle target, @Nullable Map<EntityId, OriginatorLine> changing) {
            this.target = target;
            this.changing = changing;
        }

        /** True if the gate leads to another version. */
        boolean isLeft() {
            return left;
        }

        private boolean enter(Branch branch) {
            boolean free = changing == null || !changing.containsKey(branch.tree().originator());
            return free && target.enter(branch, this);
        }
    }

    /**
     * Creates a closed gate.
     *
     * @param maxWaiting number of branches that may wait here
     * @param refuse ends a branch that can never enter, with the reason; it must not end it before it returns
     */
    ChainGate(Key key, int maxWaiting, BiConsumer<Branch, String> refuse) {
        this.key = key;
        this.maxWaiting = maxWaiting;
        this.refuse = refuse;
    }

    Key key() {
        return key;
    }

    /**
     * Leads a branch to the chain's current version, or keeps it until it may enter.
     *
     * @return false if the gate was removed
     */
    boolean enter(Branch branch) {
        Route now = route;
        return (now != null && now.enter(branch)) || enterOrWait(branch);
    }

    private synchronized boolean enterOrWait(Branch branch) {
        if (removed) {
            return false;
        }
        String reason = refusal;
        if (reason != null) {
            refuse.accept(branch, reason);
        } else {
            lead(branch);
        }
        return true;
    }

    /**
     * Removes the gate unless branches wait here or an originator changes versions. Messages may still be in the version
     * to which it led; the gate that replaces this one counts them.
     */
    synchronized boolean remove() {
        if (waiting > 0 || !lines.isEmpty()) {
            return false;
        }
        endRoute();
        target = null;
        removed = true;
        return true;
    }

    /** Lets a branch enter the target if none of its originator's older messages is in a version that was left. */
    private void lead(Branch branch) {
        ChainHandle chain = target;
        OriginatorLine line = lines.get(branch.tree().originator());
        if (line != null && line.mustWait(branch) && !isInside(branch, chain)) {
            await(branch, line.waiting());
        } else if (chain == null || !chain.enter(branch, null)) {
            await(branch, unopened);
        }
    }

    /** True if the branch's tree holds a version of the chain. */
    private static boolean isInside(Branch branch, @Nullable ChainHandle chain) {
        return chain != null && branch.tree().holdsVersionOf(chain.id());
    }

    private void await(Branch branch, SequencedSet<WaitingBranch> line) {
        if (waiting >= maxWaiting) {
            dropOver();
        }
        if (waiting >= maxWaiting) {
            refuse.accept(
                    branch,
                    "%s has no room for another waiting message: %d messages wait for it"
                            .formatted(key, waiting));
            return;
        }
        WaitingBranch place = new WaitingBranch(branch, this, line);
        if (branch.tree().waitAt(place)) {
            line.add(place);
            waiting++;
        } else {
            refuse.accept(branch, OVER);
        }
    }

    /** Takes a branch out of its line. */
    private Branch remove(WaitingBranch place) {
        if (place.leaveLine()) {
            waiting--;
            place.branch().tree().waitNoMore(place);
        }
        return place.branch();
    }

    /** Ends a waiting branch whose attempt was given up; does nothing if it has left the gate already. */
    synchronized void giveUp(WaitingBranch place) {
        if (place.leaveLine()) {
            waiting--;
            refuse.accept(place.branch(), OVER);
        }
    }

    /**
     * Ends the waiting branches whose attempts are over. Attempts that are given up leave by themselves; this finds
     * those that their queue has handed over to another instance.
     */
    synchronized void dropOver() {
        for (WaitingBranch place : allWaiting()) {
            if (place.branch().tree().isOver()) {
                refuse.accept(remove(place), OVER);
            }
        }
    }

    private List<WaitingBranch> allWaiting() {
        List<WaitingBranch> all = new ArrayList<>(unopened);
        lines.values().forEach(line -> all.addAll(line.waiting()));
        return all;
    }

    /**
     * Sends branches to the given version from now on, each originator's when it has left the former ones.
     *
     * @param earlier other versions of the chain in which messages may be, to which this gate need not have led
     */
    synchronized void open(ChainHandle chain, Collection<ChainHandle> earlier) {
        refusal = null;
        if (target == chain) {
            return;
        }
        leave();
        earlier.forEach(this::count);
        target = chain;
        for (WaitingBranch place : List.copyOf(unopened)) {
            lead(remove(place));
        }
        route = new Route(chain, lines.isEmpty() ? null : lines);
    }

    /** Refuses all branches from now on. */
    synchronized void close(String reason) {
        leave();
        refusal = reason;
        allWaiting().forEach(place -> refuse.accept(remove(place), reason));
    }

    /** Leads nowhere, and counts the messages that are in the version to which the gate led. */
    private void leave() {
        endRoute();
        ChainHandle before = target;
        if (before != null) {
            target = null;
            count(before);
        }
    }

    private void endRoute() {
        Route way = route;
        if (way != null) {
            way.left = true;
            route = null;
        }
    }

    private void count(ChainHandle chain) {
        chain.count(this, originator -> lines.computeIfAbsent(originator, OriginatorLine::new));
    }

    /**
     * Notes that a message has left the version in which it was counted, so that branches that waited for it enter.
     * Called once for each message, without any lock of the engine.
     */
    synchronized void left(OlderMessage message) {
        message.leave();
        OriginatorLine line = message.line();
        for (WaitingBranch place = line.next(); place != null; place = line.next()) {
            lead(remove(place));
        }
        if (line.isOver() && lines.remove(line.originator(), line) && lines.isEmpty()) {
            endChange();
        }
    }

    private void endChange() {
        Route now = route;
        if (now != null) {
            route = new Route(now.target, null);
        }
    }

    synchronized @Nullable ChainHandle current() {
        return target;
    }

    /** Number of branches that wait here. */
    synchronized int waiting() {
        return waiting;
    }

    /** Number of originators that have messages in versions that the gate has left. */
    int changingOriginators() {
        return lines.size();
    }
}
