// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.ActorHost;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.cell.RouterPlan;
import io.millrace.actor.internal.delivery.Ref;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Recipes for actors that stand for several others, their routees. A message to a router goes on to a routee in the sender's
 * own thread, with its sender and headers, past the router's own mailbox; the messages of one thread to one routee keep
 * their order. What a routee refuses, because its mailbox is full, is refused by the router: no other routee is tried.
 * Only a routee that has ended is passed over.
 *
 * <p>While a pool is between two lives, messages wait in its own mailbox and go on, in their order and before later ones, when
 * it lives again. {@link ActorRef#offer} is true for them; what a routee then refuses is a dead letter.
 *
 * <p>The recipes may be changed as any: their supervision is for the routees that are children, their mailbox for what waits
 * between two lives, their other settings for the router's own actor and not for the routees.
 */
public final class Routers {

    private Routers() {}

    /**
     * A fixed number of routees that are children of the router; they are there when the router is. Routees that end are
     * not replaced, and when none is left the router ends. To stop the router stops the routees. To {@linkplain
     * ActorHost#poison poison} it lets each routee process what it has and end. A router that is restarted, as by {@link
     * Supervision#escalate}, stops its routees and makes new ones, as any actor does with its children.
     *
     * @param size how many, 1 or more
     * @param routee the recipe for each
     */
    public static <M> Props<M> pool(int size, Props<M> routee, Routing<M> routing) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be at least 1, not " + size);
        }
        Objects.requireNonNull(routee, "routee");
        Objects.requireNonNull(routing, "routing");
        return Props.of(new PoolRef.Plan<>(size, routee, routing));
    }

    /**
     * Routees that live elsewhere and do not end with the router, however that ends. Those that end are taken out. The router
     * lives on when none is left: what it is sent then becomes dead letters.
     *
     * @param routees may be none
     * @throws IllegalArgumentException when one is no actor's address
     */
    public static <M> Props<M> group(
            Collection<? extends ActorRef<M>> routees, Routing<M> routing) {
        Objects.requireNonNull(routing, "routing");
        List<Ref<M>> refs = routees.stream().<Ref<M>>map(Routers::checked).toList();
        return Props.of(new GroupRef.Plan<>(refs, routing));
    }

    /** As the method below, with nobody to read its statistics. */
    public static <M> Props<M> elastic(Props<M> routee, ElasticPoolSettings settings) {
        return elastic(routee, settings, new ElasticPoolStatistics());
    }

    /**
     * Routees that share one bounded queue of tasks: a message is a task for whichever routee comes first, idle ones at once. When as
     * many wait as may, a task is refused as by a full mailbox. Tasks begin in the order in which they came; on two routees
     * at a time there is no further order. Routees are children of the pool, which are added and ended as the settings say.
     *
     * <p>A routee handles one task at a time, and the next when it has returned from the one before and awaits nothing. The task
     * in which it fails is lost, as with any actor; those that wait are left to the others, and to it after its restart.
     * Routees that end are replaced with the next sample, up to the fewest that there are to be. A routee that is ended because
     * there is too little to do was idle and had no continuation to wait for; what it has stashed becomes dead letters.
     *
     * <p>To stop the pool lets running tasks end, and those that wait become dead letters. To {@linkplain ActorHost#poison
     * poison} it lets all tasks be done first; it takes no more meanwhile. Tasks wait through a restart of the pool.
     *
     * @param routee the recipe for each, but no router
     * @param statistics are kept up to date by the pool
     */
    public static <M> Props<M> elastic(
            Props<M> routee, ElasticPoolSettings settings, ElasticPoolStatistics statistics) {
        if (RouterPlan.of(routee) != null) {
            throw new IllegalArgumentException("routee must be no router");
        }
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(statistics, "statistics");
        return Props.of(new ElasticRef.Plan<>(routee, settings, statistics));
    }

    private static <M> Ref<M> checked(ActorRef<M> ref) {
        CellRef.cellOf(ref);
        return (Ref<M>) ref;
    }
}
