// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.ActorHost;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.cell.RouterPlan;
import io.millrace.actor.internal.delivery.Ref;
import io.millrace.actor.supervision.Supervision;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Recipes for routers: actors that distribute messages to several others, their routees. A message to a router goes on
 * to a routee in the sender's own thread, with its sender and headers, past the router's own mailbox; the messages of
 * one thread to one routee keep their order. If a routee's mailbox is full, the router refuses the message and tries no
 * other routee. Only ended routees are passed over.
 *
 * <p>While a pool is between two lives, messages wait in its own mailbox and go on, in their order and before later
 * ones, when it lives again. {@link ActorRef#offer} is true for them; a message that a routee then refuses becomes a
 * dead letter.
 *
 * <p>The recipes may be changed as any other: their supervision is for routees that are children, their mailbox for
 * messages that wait between two lives, their other settings for the router's own actor and not for the routees.
 */
public final class Routers {

    private Routers() {}

    /**
     * A fixed number of routees that are children of the router and exist as soon as the router does. Ended routees
     * are not replaced; when none is left, the router ends. Stopping the router stops the routees. {@linkplain
     * ActorHost#poison Poisoning} it lets each routee process its waiting messages and end. A router that restarts,
     * for example by {@link Supervision#escalate}, stops its routees and makes new ones, as every actor does with its
     * children.
     *
     * @param size the number of routees, 1 or more
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
     * Routees that live elsewhere and do not end with the router. Ended ones are removed. The router lives on when
     * none is left; its messages then become dead letters.
     *
     * @param routees may be empty
     * @throws IllegalArgumentException if there is no actor behind one of the references
     */
    public static <M> Props<M> group(
            Collection<? extends ActorRef<M>> routees, Routing<M> routing) {
        Objects.requireNonNull(routing, "routing");
        List<Ref<M>> refs = routees.stream().<Ref<M>>map(Routers::checked).toList();
        return Props.of(new GroupRef.Plan<>(refs, routing));
    }

    /** An elastic pool as below, without statistics. */
    public static <M> Props<M> elastic(Props<M> routee, ElasticPoolSettings settings) {
        return elastic(routee, settings, new ElasticPoolStatistics());
    }

    /**
     * Routees that share one bounded queue of tasks: each message is a task for the first free routee. When the queue
     * is full, a task is refused as by a full mailbox. Tasks begin in the order of their arrival; between tasks on
     * two routees there is no further order. Routees are children of the pool, which adds and ends them as the
     * settings say.
     *
     * <p>A routee processes one task at a time, and begins the next when it has returned from the former one and
     * awaits no stage. A task during which it fails is lost, as with every actor; waiting tasks are left to the other
     * routees, and to it after its restart. Ended routees are replaced with the next sample, up to the minimum. A
     * routee that the pool ends for lack of tasks was idle and had no pending continuation; messages in its stash
     * become dead letters.
     *
     * <p>Stopping the pool lets running tasks end, and waiting tasks become dead letters. {@linkplain
     * ActorHost#poison Poisoning} it lets all tasks be processed first, while new ones are refused. Tasks wait
     * through a restart of the pool.
     *
     * @param routee the recipe for each; not a router
     * @param statistics updated by the pool
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
