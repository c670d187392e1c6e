// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.delivery.Entry;
import io.millrace.actor.internal.delivery.Ref;
import io.millrace.actor.routing.Routes.Routee;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The reference to a router. A sender reads the current routes, which are immutable, and puts its message straight
 * into a routee's mailbox. An ended routee is removed from the routes by the sender that finds it ended or by the
 * router's own actor, whichever comes first; the sender then chooses again.
 *
 * <p>While there are no routes, between two lives, messages wait in the router's own mailbox. A sender counts its
 * message before putting it there, and the router's actor uncounts it only after forwarding it; while any is counted,
 * all messages take this way. So a sender that finds the direct way open has no message of its own left on the other
 * one, and its order is kept.
 */
abstract sealed class RoutingRef<M> extends CellRef<M> permits PoolRef, GroupRef {

    private final Routing<M> routing;
    private final AtomicReference<@Nullable Routes<M>> routes = new AtomicReference<>();
    private final AtomicInteger waiting = new AtomicInteger();

    RoutingRef(ActorCell<M> cell, Routing<M> routing) {
        super(cell);
        this.routing = routing;
    }

    @Override
    public final @Nullable Reason deliver(Object entry) {
        while (true) {
            Routes<M> now = routes.get();
            if (now == null || waiting.get() > 0) {
                return keep(entry);
            }
            if (now.isEmpty()) {
                return Reason.STOPPED;
            }
            Reason refused = deliver(entry, now);
            if (refused != Reason.STOPPED) {
                return refused;
            }
        }
    }

    /** Puts a message into the router's own mailbox. */
    private @Nullable Reason keep(Object entry) {
        waiting.getAndIncrement();
        Reason refused = cell().offer(entry);
        if (refused != null) {
            waiting.getAndDecrement();
        }
        return refused;
    }

    /** Forwards a message that has waited. Only for the router's own actor. */
    final void passOn(Object entry) {
        try {
            Reason refused = Reason.STOPPED;
            for (Routes<M> now = routes.get();
                    refused == Reason.STOPPED && now != null && !now.isEmpty();
                    now = routes.get()) {
                refused = deliver(entry, now);
            }
            if (refused != null) {
                lost(Entry.messageOf(entry), refused);
            }
        } finally {
            waiting.getAndDecrement();
        }
    }

    /** Returns {@link Reason#STOPPED} if no routee took it and the chosen ones have been removed from the routes. */
    private @Nullable Reason deliver(Object entry, Routes<M> now) {
        Choice<M> choice = now.choice();
        if (choice == null) {
            return deliverToAll(entry, now.routees());
        }
        return deliverTo(now.routees().get(choice.choose(messageOf(entry))), entry);
    }

    private @Nullable Reason deliverToAll(Object entry, List<Routee<M>> routees) {
        boolean taken = false;
        Reason refused = null;
        for (Routee<M> routee : routees) {
            Reason reason = deliverTo(routee, entry);
            if (reason == null) {
                taken = true;
            } else if (reason != Reason.STOPPED) {
                refused = reason;
            }
        }
        return refused != null || taken ? refused : Reason.STOPPED;
    }

    private @Nullable Reason deliverTo(Routee<M> routee, Object entry) {
        Reason refused = routee.ref().deliver(entry);
        if (refused == Reason.STOPPED) {
            remove(routee.ref());
        }
        return refused;
    }

    /** Removes a routee from the routes; does nothing if it is not on them. */
    final void remove(ActorRef<?> ended) {
        for (Routes<M> now = routes.get(); now != null; now = routes.get()) {
            List<Routee<M>> left =
                    now.routees().stream().filter(routee -> !routee.ref().equals(ended)).toList();
            if (left.size() == now.routees().size()
                    || routes.compareAndSet(now, Routes.of(routing, left))) {
                return;
            }
        }
    }

    final void open(List<? extends Ref<M>> refs) {
        List<Routee<M>> routees =
                IntStream.range(0, refs.size())
                        .mapToObj(number -> new Routee<M>(number, refs.get(number)))
                        .toList();
        routes.set(Routes.of(routing, routees));
    }

    @Override
    protected final void closeRoutes() {
        routes.set(null);
    }

    final boolean isOpen() {
        return routes.get() != null;
    }

    /** The current routees. */
    final List<Ref<M>> routees() {
        Routes<M> now = routes.get();
        return now == null ? List.of() : now.routees().stream().map(Routee::ref).toList();
    }

    @SuppressWarnings("unchecked") // a router's own reference is a RoutingRef
    static <M> RoutingRef<M> of(ActorContext<M> context) {
        return (RoutingRef<M>) context.self();
    }

    @SuppressWarnings("unchecked") // messages come through an ActorRef<M>, or unchecked as answers
    private M messageOf(Object entry) {
        return (M) Objects.requireNonNull(Entry.messageOf(entry));
    }
}
