// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

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
     * ActorSystem#poison poison} it lets each routee process what it has and end. A router that is restarted, as by {@link
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
        return Props.ofRouter(new PoolRef.Plan<>(size, routee, routing));
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
        return Props.ofRouter(new GroupRef.Plan<>(refs, routing));
    }

    private static <M> Ref<M> checked(ActorRef<M> ref) {
        Ref.cellOf(ref);
        return (Ref<M>) ref;
    }
}
