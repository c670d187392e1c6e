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
 * An instance's room for messages under way, divided by tenant and chain. As long as nobody has to wait, coming and going
 * costs a few atomic counters. A lane that finds no room waits in its chain's line, and whoever leaves lets in those
 * whose turn it is, chain by chain. Safe for use by many threads.
 *
 * <p>Lock order: a partition's lock, then this one. What comes out of {@link #leave} is started without any.
 */
final class Room {

    /** How many chains that have no room are looked at when somebody leaves; a sweep looks at all. */
    private static final int GLANCE = 8;

    private record ChainKey(NamedQueue queue, Account.Key account) {}

    private final Budgets budgets;
    private final ToDoubleFunction<TenantId> weights;
    private final LongSupplier clock;
    private final ConcurrentMap<TenantId, TenantRoom> tenants = new ConcurrentHashMap<>();
    private final ConcurrentMap<ChainKey, ChainRoom> chains = new ConcurrentHashMap<>();

    /** Chains in whose lines lanes wait. */
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

    /** The room of a chain in a queue; chains that the ledger has no line for share one. */
    ChainRoom of(NamedQueue queue, Account.Key key) {
        return chains.computeIfAbsent(new ChainKey(queue, key), this::newRoom);
    }

    /** Forgets the chains of a queue of which nothing is in flight or will come. */
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

    /** Takes a place if there is one and nobody waits for it. */
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
        // Counted before the look: whoever leaves after it sees that somebody waits.
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

    /** The same for whoever waits where limits have been raised. */
    List<Lane> admitAll() {
        return waitingLanes == 0 ? List.of() : admit(Integer.MAX_VALUE);
    }

    private synchronized List<Lane> admit(int glance) {
        List<Lane> admitted = new ArrayList<>(2);
        int lookedAtInVain = 0;
        while (lookedAtInVain < glance && lookedAtInVain < turn.size()) {
            ChainRoom chain = turn.remove();
            @Nullable Lane lane = take(chain) ? chain.line.remove() : null;
            if (lane == null) {
                lookedAtInVain++;
                turn.add(chain);
                continue;
            }
            admitted.add(lane);
            waitingLanes--;
            lookedAtInVain = 0;
            if (chain.line.isEmpty()) {
                chain.wanted = false;
            } else {
                turn.add(chain);
            }
        }
        return admitted;
    }

    /** Lets every chain's limit follow its pace. */
    void tick() {
        long now = clock.getAsLong();
        chains.values().forEach(chain -> chain.tick(now));
    }
}
