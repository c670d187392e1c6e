// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.lane.TenantRoom.Budgets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * An instance's room for messages under way, divided by tenant and chain. As long as no lane has to wait, entering and
 * leaving cost a few atomic counters. A lane that finds no room waits in its chain's line; each delivery that leaves
 * admits waiting lanes, round robin among the chains. Safe for use by many threads.
 *
 * <p>Lock order: a partition's lock, then this one. The lanes that {@link #leave} returns are started without any lock.
 */
final class Room {

    /** How many chains without room are examined when a delivery leaves. A sweep examines all. */
    private static final int GLANCE = 8;

    private record ChainKey(NamedQueue queue, Account.Key account) {}

    private final Budgets budgets;
    private final ToDoubleFunction<TenantId> weights;
    private final LongSupplier clock;
    private final ConcurrentMap<TenantId, TenantRoom> tenants = new ConcurrentHashMap<>();
    private final ConcurrentMap<ChainKey, ChainRoom> chains = new ConcurrentHashMap<>();

    /** Chains in whose lines lanes wait, in round-robin order. */
    private final ArrayDeque<ChainRoom> turn = new ArrayDeque<>();

    private volatile int waitingLanes;

    /**
     * @param weights the weight of a tenant; 1 is the ordinary one
     * @param clock measures attempts, in nanoseconds
     */
    Room(Budgets budgets, ToDoubleFunction<TenantId> weights, LongSupplier clock) {
        this.budgets = budgets;
        this.weights = weights;
        this.clock = clock;
    }

    Budgets budgets() {
        return budgets;
    }

    int waitingLanes() {
        return waitingLanes;
    }

    /** Returns the room of a chain in a queue. Chains that share a ledger line share a room. */
    ChainRoom of(NamedQueue queue, Account.Key key) {
        return chains.computeIfAbsent(new ChainKey(queue, key), this::newRoom);
    }

    /** Removes the chains of a queue that has nothing in flight and accepts no new messages. */
    void forget(NamedQueue queue) {
        chains.keySet().removeIf(key -> key.queue() == queue);
    }

    int chains() {
        return chains.size();
    }

    private ChainRoom newRoom(ChainKey key) {
        TenantId tenant = key.account().tenant();
        DoubleSupplier weight = tenant == null ? () -> 1 : () -> weights.applyAsDouble(tenant);
        TenantRoom room =
                tenant == null
                        ? new TenantRoom(budgets, weight)
                        : tenants.computeIfAbsent(tenant, _ -> new TenantRoom(budgets, weight));
        int most = (int) budgets.running().capacity();
        LongSupplier deadline = () -> key.queue().definition().deadline().toNanos();
        return new ChainRoom(
                key.queue(),
                room,
                budgets.running(),
                weight,
                new Pace(most, deadline, clock.getAsLong()));
    }

    /** Takes a place if one is free and no lane waits for it. */
    boolean enter(ChainRoom chain) {
        return !chain.wanted && take(chain);
    }

    private boolean take(ChainRoom chain) {
        if (!chain.fits() || !chain.queue.enter()) {
            return false;
        }
        if (!budgets.running().take(1)) {
            chain.queue.leave();
            return false;
        }
        chain.tenant.running.hold(1);
        chain.running.hold(1);
        return true;
    }

    /**
     * Puts a lane at the end of its chain's line.
     *
     * @return true if there is room after all: a place was taken, and the lane is not in the line
     */
    synchronized boolean line(Lane lane, ChainRoom chain) {
        // Counted before the check for room, so that a delivery that leaves after the check sees
        // the waiting lane.
        waitingLanes++;
        if (chain.line.isEmpty() && take(chain)) {
            waitingLanes--;
            return true;
        }
        if (chain.line.isEmpty()) {
            chain.wanted = true;
            turn.add(chain);
        }
        chain.line.add(lane);
        return false;
    }

    /**
     * Gives a place back.
     *
     * @return lanes for each of which a place was taken; the caller starts their first messages
     */
    List<Lane> leave(ChainRoom chain) {
        chain.running.release(1);
        chain.tenant.running.release(1);
        budgets.running().give(1);
        chain.queue.leave();
        return waitingLanes == 0 ? List.of() : admit(GLANCE);
    }

    /** Admits lanes of all chains, after limits have been raised. */
    List<Lane> admitAll() {
        return waitingLanes == 0 ? List.of() : admit(Integer.MAX_VALUE);
    }

    private synchronized List<Lane> admit(int glance) {
        List<Lane> admitted = new ArrayList<>(2);
        int withoutRoom = 0;
        while (withoutRoom < glance && withoutRoom < turn.size()) {
            ChainRoom chain = turn.remove();
            @Nullable Lane lane = take(chain) ? chain.line.remove() : null;
            if (lane == null) {
                withoutRoom++;
                turn.add(chain);
                continue;
            }
            admitted.add(lane);
            waitingLanes--;
            withoutRoom = 0;
            if (chain.line.isEmpty()) {
                chain.wanted = false;
            } else {
                turn.add(chain);
            }
        }
        return admitted;
    }

    /** Adjusts every chain's limit to its pace. */
    void tick() {
        long now = clock.getAsLong();
        chains.values().forEach(chain -> chain.tick(now));
    }
}
