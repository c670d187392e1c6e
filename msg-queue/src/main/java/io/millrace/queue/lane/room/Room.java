// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * An instance's room for messages under way, divided by tenant and chain. As long as no lane has to wait, entering and
 * leaving cost a few atomic counters. A lane that finds no room puts a claim into its chain's line; each delivery that
 * leaves admits claims, round robin among the chains. Safe for use by many threads.
 *
 * <p>Lock order: a partition's lock, then this one. The claims that {@link #leave} returns are admitted without any
 * lock.
 */
public final class Room {

    /** How many chains without room are examined when a delivery leaves. A sweep examines all. */
    private static final int GLANCE = 8;

    private record Key(NamedQueue queue, ChainKey chain) {}

    private final Budgets budgets;
    private final ToDoubleFunction<TenantId> weights;
    private final LongSupplier clock;
    private final TickList usedChains = new TickList();
    private final TickList usedTenants = new TickList();
    private final WeakValues<TenantId, TenantRoom> tenants = new WeakValues<>(this::newTenant);
    private final WeakValues<Key, ChainRoom> chains = new WeakValues<>(this::newChain);

    /** Chains in whose lines lanes wait, in round-robin order. */
    private final ArrayDeque<ChainRoom> turn = new ArrayDeque<>();

    private volatile int claims;

    /**
     * @param weights the weight of a tenant, asked for once between two ticks; 1 is the ordinary one
     * @param clock measures attempts, in nanoseconds
     */
    public Room(Budgets budgets, ToDoubleFunction<TenantId> weights, LongSupplier clock) {
        this.budgets = budgets;
        this.weights = weights;
        this.clock = clock;
    }

    public Budgets budgets() {
        return budgets;
    }

    /** Number of lanes that wait for room. */
    public int waitingLanes() {
        return claims;
    }

    /** Returns the room of a chain in a queue. The room keeps no chain and no tenant that no account refers to. */
    public ChainRoom of(NamedQueue queue, ChainKey chain) {
        return chains.of(new Key(queue, chain));
    }

    /** Removes the chains of a queue that has nothing in flight and accepts no new messages. */
    public void forget(NamedQueue queue) {
        chains.removeIf(key -> key.queue() == queue);
    }

    /** Number of chains, counted per queue, that have an entry. */
    public int chains() {
        return chains.size();
    }

    private TenantRoom newTenant(TenantId tenant) {
        return new TenantRoom(
                usedTenants,
                tenant,
                budgets,
                () -> weights.applyAsDouble(tenant),
                clock.getAsLong());
    }

    private ChainRoom newChain(Key key) {
        TenantId tenant = Objects.requireNonNull(key.chain().tenant());
        int most = (int) budgets.running().capacity();
        LongSupplier deadline = () -> key.queue().definition().deadline().toNanos();
        return new ChainRoom(
                usedChains,
                key.queue(),
                tenants.of(tenant),
                budgets.running(),
                new Pace(most, deadline, clock.getAsLong()));
    }

    /** Takes room for a message if there is some and no lane waits for it. */
    public boolean enter(ChainRoom chain, long bytes) {
        return !chain.wanted && take(chain, bytes);
    }

    private boolean take(ChainRoom chain, long bytes) {
        if (!chain.fits(bytes) || !chain.queue.enter()) {
            return false;
        }
        if (!budgets.running().take(1)) {
            chain.queue.leave();
            return false;
        }
        if (!budgets.runningBytes().takeOrAlone(bytes)) {
            budgets.running().give(1);
            chain.queue.leave();
            return false;
        }
        chain.hold(bytes);
        return true;
    }

    /**
     * Puts a claim at the end of its chain's line.
     *
     * @return true if there is room after all: it was taken, and the claim is not in the line
     */
    public synchronized boolean line(Claim claim) {
        ChainRoom chain = claim.chain();
        // Counted before the check for room, so that a delivery that leaves after the check sees
        // the claim.
        claims++;
        if (chain.line.isEmpty() && take(chain, claim.bytes())) {
            claims--;
            return true;
        }
        if (chain.line.isEmpty()) {
            chain.want();
            turn.add(chain);
        }
        chain.line.add(claim);
        return false;
    }

    /**
     * Gives back the room that a message of a chain has taken.
     *
     * @return claims for each of which room was taken; the caller admits them without any lock
     */
    public List<Claim> leave(ChainRoom chain, long bytes) {
        chain.release(bytes);
        budgets.runningBytes().give(bytes);
        budgets.running().give(1);
        chain.queue.leave();
        return claims == 0 ? List.of() : admit(GLANCE);
    }

    /** Takes room for the claims of all chains, after limits have been raised; the caller admits them. */
    public List<Claim> admitAll() {
        return claims == 0 ? List.of() : admit(Integer.MAX_VALUE);
    }

    private synchronized List<Claim> admit(int glance) {
        List<Claim> admitted = new ArrayList<>(2);
        int withoutRoom = 0;
        while (withoutRoom < glance && withoutRoom < turn.size()) {
            ChainRoom chain = turn.remove();
            if (!take(chain, chain.line.element().bytes())) {
                withoutRoom++;
                turn.add(chain);
                continue;
            }
            admitted.add(chain.line.remove());
            claims--;
            withoutRoom = 0;
            if (chain.line.isEmpty()) {
                chain.wanted = false;
            } else {
                turn.add(chain);
            }
        }
        return admitted;
    }

    /** The tenants of whose messages more are parked or wait than their shares allow. Called by one thread. */
    public Set<TenantId> overloaded() {
        Set<TenantId> all = new HashSet<>();
        tenants.forEach(tenant -> {
            if (tenant.isOverloaded()) {
                all.add(tenant.tenant());
            }
        });
        return all;
    }

    /**
     * True if messages of a tenant's devices take all of its share for waiting ones.
     *
     * @param before what this method returned last; it stays true until half of the share is free
     */
    public boolean isFull(TenantId tenant, boolean before) {
        return tenants.of(tenant).isFull(before);
    }

    /**
     * Adjusts the limits of the chains in use to their pace, and measures the pace of their tenants, whose weights may then
     * be asked for again. Called about every 100 ms, by one thread.
     */
    public void tick() {
        long now = clock.getAsLong();
        usedChains.tick(now);
        usedTenants.tick(now);
        chains.removeGone();
        tenants.removeGone();
    }
}
