// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorRef;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A running version of a chain: its routing table and its stripes. Messages under way hold the handle; once it is
 * retired and no longer held, its actors stop. Safe for use by many threads.
 *
 * <p>The holds are divided by the originator of the message's tree into parts, each with a lock of its own, so that
 * messages of different originators rarely meet. Locks are taken in the order gate, tree, part; a hold is released
 * without the lock of a gate or a tree. A gate that leaves this version first marks its {@linkplain ChainGate.Route
 * route} as left, then takes each part's lock and {@linkplain #count counts} the holds that are in it. A message that
 * enters takes the same lock, and looks at the mark before it adds its hold: if its turn comes before the gate's, the
 * gate counts its hold; if it comes after, it sees the mark and asks the gate again. A release takes the lock as well,
 * so it either removes the hold before the gate sees it, or finds what the gate has counted, and notifies the gate
 * once.
 */
final class ChainHandle {

    private static final int PARTS = 16;

    private final ChainVersion version;
    private final RoutingTable table;
    private final List<ActorRef<StripeCommand>> stripes = new ArrayList<>();
    private final List<NodeSlot> slots;
    private final Runnable whenUnused;
    private final Part[] parts = new Part[PARTS];

    /** Counts the visits to the nodes while the chain is watched; null while it is not. */
    private volatile @Nullable ChainWatch watch;

    /** Number of parts that have holds, counted once the version is retired; one more until then. */
    private final AtomicInteger inUse = new AtomicInteger(1);

    ChainHandle(
            ChainVersion version, RoutingTable table, List<NodeSlot> slots, Runnable whenUnused) {
        this.version = version;
        this.table = table;
        this.slots = slots;
        this.whenUnused = whenUnused;
        Arrays.setAll(parts, _ -> new Part());
    }

    /** The holds of the messages of some originators. It is its own lock. */
    private static final class Part {

        private @Nullable ChainHold first;
        private boolean retired;

        /** Number of holds that were added. */
        private long added;

        /** Adds a hold; returns true if it is the only one. */
        boolean add(ChainHold hold) {
            ChainHold after = first;
            hold.next = after;
            if (after != null) {
                after.previous = hold;
            }
            first = hold;
            added++;
            return after == null;
        }

        /** Removes a hold; returns true if none remains. */
        boolean remove(ChainHold hold) {
            ChainHold before = hold.previous;
            ChainHold after = hold.next;
            if (before == null) {
                first = after;
            } else {
                before.next = after;
            }
            if (after != null) {
                after.previous = before;
            }
            hold.previous = null;
            hold.next = null;
            return first == null;
        }
    }

    /** Adds a stripe; called only before the handle is published. */
    void add(ActorRef<StripeCommand> stripe) {
        stripes.add(stripe);
    }

    RuleChainId id() {
        return version.chain();
    }

    ChainVersion version() {
        return version;
    }

    RoutingTable table() {
        return table;
    }

    /** Returns the states of its nodes, in their order. */
    ChainState state() {
        List<NodeState> nodes = new ArrayList<>();
        for (int index = 0; index < slots.size(); index++) {
            nodes.add(slots.get(index).state(table.node(index)));
        }
        return new ChainState(version.version(), nodes);
    }

    @Nullable ChainWatch watch() {
        return watch;
    }

    /** Begins to count the visits to the nodes, unless they are counted already; returns the counts so far. */
    synchronized ChainCounts beginWatch() {
        ChainWatch running = watch;
        if (running == null) {
            running =
                    new ChainWatch(
                            stripes.size(), version.nodes().stream().map(ChainNode::id).toList());
            watch = running;
        }
        return running.read();
    }

    synchronized void endWatch() {
        watch = null;
    }

    /** Returns the stripe that processes all messages of an originator. */
    ActorRef<StripeCommand> stripeOf(EntityId originator) {
        int hash = originator.id().hashCode();
        return stripes.get(Math.floorMod(hash ^ (hash >>> 16), stripes.size()));
    }

    private Part partOf(EntityId originator) {
        int hash = originator.id().hashCode();
        return parts[Math.floorMod(hash ^ (hash >>> 16), PARTS)];
    }

    /**
     * Sends a branch to the chain's first node, or to the node at which it continues: in this version, or in the
     * version of the chain that the branch's tree holds already.
     *
     * @param route the route by which it comes; null if the gate's lock is held, so that the gate cannot change
     * @return false if this version takes no new messages, or the gate has left it, and the tree holds none
     */
    boolean enter(Branch branch, ChainGate.@Nullable Route route) {
        ChainHandle held = branch.tree().hold(this, route);
        if (held == null) {
            return false;
        }
        held.stripeOf(branch.message().originator()).tell(new StripeCommand.Enter(branch));
        return true;
    }

    /**
     * Holds this version for a tree that does not hold it yet.
     *
     * @param route as in {@link #enter}
     * @return the hold, or null if this version takes no new messages
     */
    @Nullable ChainHold hold(MessageTree tree, ChainGate.@Nullable Route route) {
        ChainHold hold = new ChainHold(this, tree);
        Part part = partOf(tree.originator());
        synchronized (part) {
            if (part.retired || (route != null && route.isLeft())) {
                return null;
            }
            part.add(hold);
        }
        return hold;
    }

    /**
     * Holds this version for a tree that continues from another one, which holds it and cannot end meanwhile. What
     * gates count of that one's message, they count until both are gone.
     */
    ChainHold holdWith(ChainHold other, MessageTree tree) {
        ChainHold hold = new ChainHold(this, tree);
        Part part = partOf(tree.originator());
        boolean sameOriginator = tree.originator().equals(other.tree().originator());
        synchronized (part) {
            boolean isOnly = part.add(hold);
            if (part.retired && isOnly) {
                inUse.incrementAndGet();
            }
            if (sameOriginator) {
                hold.counted = other.counted;
                for (OlderMessage each = hold.counted; each != null; each = each.next()) {
                    each.hold();
                }
            }
        }
        return hold;
    }

    /** Releases a hold, once. Called without the lock of a gate or a tree. */
    void release(ChainHold hold) {
        List<OlderMessage> gone = List.of();
        boolean wasLast;
        Part part = partOf(hold.tree().originator());
        synchronized (part) {
            boolean none = part.remove(hold);
            wasLast = none && part.retired;
            if (hold.counted != null) {
                gone = new ArrayList<>(2);
                for (OlderMessage each = hold.counted; each != null; each = each.next()) {
                    if (each.release()) {
                        gone.add(each);
                    }
                }
                hold.counted = null;
            }
        }
        gone.forEach(message -> message.gate().left(message));
        if (wasLast) {
            notInUse();
        }
    }

    /**
     * Counts the holds of the messages under way that the gate does not count yet, for a gate that leaves this version.
     * Called under the gate's lock, when the gate's route is marked as left.
     *
     * @param lines returns the line of an originator
     */
    void count(ChainGate gate, Function<EntityId, OriginatorLine> lines) {
        for (Part part : parts) {
            synchronized (part) {
                for (ChainHold hold = part.first; hold != null; hold = hold.next) {
                    MessageTree tree = hold.tree();
                    if (!tree.isOver() && !isCounted(hold, gate)) {
                        OriginatorLine line = lines.apply(tree.originator());
                        OlderMessage message =
                                new OlderMessage(gate, line, tree.sequence(), hold.counted);
                        hold.counted = message;
                        line.add(message);
                    }
                }
            }
        }
    }

    private static boolean isCounted(ChainHold hold, ChainGate gate) {
        OlderMessage each = hold.counted;
        while (each != null && each.gate() != gate) {
            each = each.next();
        }
        return each != null;
    }

    /** Number of messages that have entered this version. */
    long entered() {
        long sum = 0;
        for (Part part : parts) {
            synchronized (part) {
                sum += part.added;
            }
        }
        return sum;
    }

    /** Retires this version: messages under way finish, new ones are not taken. Called once. */
    void retire() {
        for (Part part : parts) {
            synchronized (part) {
                part.retired = true;
                if (part.first != null) {
                    inUse.incrementAndGet();
                }
            }
        }
        notInUse();
    }

    /** True if this version is retired and no message will hold it again. */
    boolean isUnused() {
        return inUse.get() == 0;
    }

    private void notInUse() {
        if (inUse.decrementAndGet() == 0) {
            whenUnused.run();
        }
    }
}
