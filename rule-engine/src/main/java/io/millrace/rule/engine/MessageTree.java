// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.delivery.Position;
import io.millrace.message.delivery.Whereabouts;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.ChainVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An attempt as the engine sees it: a tree of branches with one counter. The attempt ends when its last branch has
 * ended and no node works any more for a branch that was given up, unless a branch was left to another instance. The first failure is kept. The chain versions that
 * the message runs through are held until all branches have ended. Safe for use by many threads.
 */
final class MessageTree implements Whereabouts {

    private final Attempt attempt;
    private final int maxNodes;
    private final long sequence;
    private final ContentRoom room;
    private final HeldContents contents;

    private int openBranches = 1;

    /** Nodes that still work for a branch that was given up. */
    private int survivors;

    private int nodesPassed;
    private boolean effect;
    private @Nullable Failure failure;
    private @Nullable NodeVisit visits;
    private final List<Hop> ends = new ArrayList<>(1);
    private @Nullable ChainHold holds;

    /** The branches that wait at gates; null if there are none. */
    private @Nullable Set<WaitingBranch> atGates;

    private boolean givenUp;

    /** True if a branch was left to the owner of its partition: then there is no result. */
    private boolean leftToOwner;

    /**
     * @param sequence place of the attempt among those of its originator: a later one has a greater number
     * @param room the room for the contents of paths
     */
    MessageTree(Attempt attempt, int maxNodes, long sequence, ContentRoom room) {
        this.attempt = attempt;
        this.maxNodes = maxNodes;
        this.sequence = sequence;
        this.room = room;
        this.contents = new HeldContents(room, attempt.message());
    }

    /**
     * Returns the tree of an attempt that continues from a branch of this tree in a delivery of its own. It takes over
     * this tree's place in the order, and holds the versions to which the branch refers.
     *
     * @param chain the version in which the branch is
     */
    MessageTree continuedBy(Attempt next, Branch branch, ChainHandle chain) {
        MessageTree tree = new MessageTree(next, maxNodes, sequence, room);
        next.track(tree);
        tree.holdWith(this, chain);
        for (Branch.Caller caller = branch.callers(); caller != null; caller = caller.outer()) {
            if (caller instanceof Branch.Caller.Running running) {
                tree.holdWith(this, running.chain());
            }
        }
        return tree;
    }

    Attempt attempt() {
        return attempt;
    }

    int maxNodes() {
        return maxNodes;
    }

    boolean isOver() {
        return attempt.isOver();
    }

    /** The contents of the attempt's path. */
    HeldContents contents() {
        return contents;
    }

    EntityId originator() {
        return attempt.message().originator();
    }

    long sequence() {
        return sequence;
    }

    /**
     * Holds a chain version until the tree's end, unless the tree holds a version of that chain already: a message runs
     * through one version of each chain.
     *
     * @param route the gate's route by which a branch comes; null if the gate's lock is held
     * @return the version that the tree holds, or null: it holds none, and the given one takes no new messages
     */
    synchronized @Nullable ChainHandle hold(ChainHandle chain, ChainGate.@Nullable Route route) {
        ChainHold known = holdOf(chain.id());
        if (known != null) {
            return known.chain();
        }
        ChainHold hold = chain.hold(this, route);
        if (hold == null) {
            return null;
        }
        add(hold);
        return chain;
    }

    synchronized boolean holdsVersionOf(RuleChainId chain) {
        return holdOf(chain) != null;
    }

    /** Holds a version that another tree holds, which continues in this one. */
    private synchronized void holdWith(MessageTree other, ChainHandle chain) {
        if (holdOf(chain.id()) == null) {
            ChainHold its = other.holdOf(chain.id());
            if (its == null) {
                throw new IllegalStateException("the branch's tree does not hold " + chain.id());
            }
            add(its.chain().holdWith(its, this));
        }
    }

    private synchronized @Nullable ChainHold holdOf(RuleChainId chain) {
        ChainHold hold = holds;
        while (hold != null && !hold.chain().id().equals(chain)) {
            hold = hold.nextOfTree;
        }
        return hold;
    }

    private void add(ChainHold hold) {
        hold.nextOfTree = holds;
        holds = hold;
    }

    /** Notes that a branch waits at a gate; returns false if it must not, because the attempt was given up. */
    synchronized boolean waitAt(WaitingBranch place) {
        if (givenUp) {
            return false;
        }
        Set<WaitingBranch> all = atGates;
        if (all == null) {
            all = new LinkedHashSet<>(2);
            atGates = all;
        }
        return all.add(place);
    }

    /** Notes that a branch has left the gate at which it waited. */
    synchronized void waitNoMore(WaitingBranch place) {
        if (atGates != null && atGates.remove(place) && atGates.isEmpty()) {
            atGates = null;
        }
    }

    /** Splits a branch into {@code 1 + more} branches. */
    synchronized void fork(int more) {
        openBranches += more;
    }

    /** Notes that a branch arrives at a node; returns false if the message has passed too many nodes. */
    synchronized boolean arrive(NodeVisit visit) {
        if (nodesPassed >= maxNodes) {
            return false;
        }
        nodesPassed++;
        visit.next = visits;
        if (visits != null) {
            visits.previous = visit;
        }
        visits = visit;
        return true;
    }

    /** Notes that a branch leaves a node. */
    synchronized void leave(NodeVisit visit, boolean hadEffect) {
        effect |= hadEffect;
        NodeVisit before = visit.previous;
        NodeVisit after = visit.next;
        if (before != null) {
            before.next = after;
        } else if (visits == visit) {
            visits = after;
        }
        if (after != null) {
            after.previous = before;
        }
        visit.previous = null;
        visit.next = null;
    }

    /** Ends a branch without a failure. */
    void end(Branch branch) {
        finish(branch.path(), null);
    }

    /** Ends a branch with a failure. */
    void fail(Branch branch, Failure error) {
        finish(branch.path(), error);
    }

    /**
     * Ends a branch whose message the new owner of its partition continues. The attempt gets no result here, so that the
     * delivery lasts until its partition is handed over; but the chain versions are left like at any other end.
     */
    void leaveToOwner(Branch branch) {
        synchronized (this) {
            leftToOwner = true;
        }
        finish(branch.path(), null);
    }

    /** Notes that a branch was given up while its node still works for it. */
    synchronized void outlivedBy() {
        survivors++;
    }

    /** Notes that a node has finished its work for a branch that was given up. */
    void cameToRest() {
        AttemptResult result;
        synchronized (this) {
            survivors--;
            if (openBranches > 0 || survivors > 0 || leftToOwner) {
                return;
            }
            result = result();
        }
        attempt.end(result);
    }

    private void finish(@Nullable Hop lastHop, @Nullable Failure error) {
        @Nullable AttemptResult result;
        synchronized (this) {
            if (lastHop != null) {
                ends.add(lastHop);
            }
            if (failure == null) {
                failure = error;
            }
            openBranches--;
            if (openBranches > 0) {
                return;
            }
            result = survivors == 0 && !leftToOwner ? result() : null;
        }
        release();
        if (result != null) {
            attempt.end(result);
        }
    }

    private AttemptResult result() {
        Path path = new Path(ends);
        Failure first = failure;
        if (first != null) {
            return new AttemptResult.Failed(path, first);
        }
        return effect ? new AttemptResult.Done(path) : new AttemptResult.DoneWithoutEffect(path);
    }

    private void release() {
        contents.release();
        ChainHold hold;
        synchronized (this) {
            hold = holds;
            holds = null;
        }
        while (hold != null) {
            ChainHold following = hold.nextOfTree;
            hold.release();
            hold = following;
        }
    }

    @Override
    public synchronized Position position() {
        List<Position.Stay> stays = new ArrayList<>();
        for (NodeVisit visit = visits; visit != null; visit = visit.next) {
            ChainVersion version = visit.chain.version();
            stays.add(
                    new Position.Stay(version.chain(), version.version(), visit.definition().id()));
        }
        return new Position(pathSoFar(), stays);
    }

    private Path pathSoFar() {
        List<Hop> hops = new ArrayList<>(ends);
        for (NodeVisit visit = visits; visit != null; visit = visit.next) {
            if (visit.branch.path() != null) {
                hops.add(visit.branch.path());
            }
        }
        if (atGates != null) {
            for (WaitingBranch place : atGates) {
                if (place.branch().path() != null) {
                    hops.add(place.branch().path());
                }
            }
        }
        return new Path(hops);
    }

    /**
     * Gives up the attempt: notifies the nodes that still have the message, and the gates at which its branches wait.
     * The error is attributed to the node that has had it longest.
     */
    @Override
    public AttemptResult.Failed givenUp(String error) {
        List<NodeVisit> waiting = new ArrayList<>();
        Set<WaitingBranch> leaving;
        Failure cause;
        Path path;
        synchronized (this) {
            for (NodeVisit visit = visits; visit != null; visit = visit.next) {
                waiting.add(visit);
            }
            path = pathSoFar();
            Failure first = failure;
            if (first != null) {
                cause = first;
            } else {
                cause = waiting.isEmpty() ? Failure.of(error) : waiting.getLast().failure(error);
            }
            givenUp = true;
            leaving = atGates == null ? Set.of() : atGates;
            atGates = null;
        }
        waiting.forEach(visit -> visit.host.tell(new NodeCommand.Abandon(visit)));
        leaving.forEach(WaitingBranch::giveUp);
        return new AttemptResult.Failed(path, cause);
    }
}
