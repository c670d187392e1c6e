// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorRef;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.ChainVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A running version of a chain: its routing table and its stripes. Messages under way hold the handle; once it is
 * retired and no longer held, its actors stop. Safe for use by many threads.
 */
final class ChainHandle {

    private static final long RETIRED = 1L << 62;

    private final ChainVersion version;
    private final RoutingTable table;
    private final List<ActorRef<StripeCommand>> stripes = new ArrayList<>();
    private final List<NodeSlot> slots;
    private final Runnable whenUnused;
    private final AtomicLong holders = new AtomicLong();

    ChainHandle(
            ChainVersion version, RoutingTable table, List<NodeSlot> slots, Runnable whenUnused) {
        this.version = version;
        this.table = table;
        this.slots = slots;
        this.whenUnused = whenUnused;
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

    /** Returns the stripe that processes all messages of an originator. */
    ActorRef<StripeCommand> stripeOf(EntityId originator) {
        int hash = originator.id().hashCode();
        return stripes.get(Math.floorMod(hash ^ (hash >>> 16), stripes.size()));
    }

    /** Sends a branch to the chain's first node; returns false if this version takes no new branches. */
    boolean enter(Branch branch) {
        if (!branch.tree().hold(this)) {
            return false;
        }
        stripeOf(branch.message().originator()).tell(new StripeCommand.Enter(branch));
        return true;
    }

    boolean hold() {
        while (true) {
            long now = holders.get();
            if (now == RETIRED) {
                return false;
            }
            if (holders.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    void release() {
        if (holders.decrementAndGet() == RETIRED) {
            whenUnused.run();
        }
    }

    /** Retires this version: messages under way finish, new ones are not taken. Called once. */
    void retire() {
        if (holders.addAndGet(RETIRED) == RETIRED) {
            whenUnused.run();
        }
    }
}
