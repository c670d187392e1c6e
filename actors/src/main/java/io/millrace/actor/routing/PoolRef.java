// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.cell.RouterPlan;
import io.millrace.actor.internal.delivery.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The reference to a router whose routees are its children. */
final class PoolRef<M> extends RoutingRef<M> {

    private final Plan<M> plan;

    /** True once each routee ends when its work is done. Only for the actor's own thread. */
    private boolean poisoned;

    private PoolRef(ActorCell<M> cell, Plan<M> plan) {
        super(cell, plan.routing);
        this.plan = plan;
    }

    @Override
    protected void makeRoutees(Consumer<ActorCell<?>> made) {
        List<Ref<M>> routees = new ArrayList<>();
        for (int i = 0; i < plan.size; i++) {
            ActorCell<M> routee = cell().make(plan.routee);
            made.accept(routee);
            routees.add(routee.ref());
        }
        open(routees);
    }

    @Override
    protected boolean poisonRoutees() {
        poisoned = true;
        List<Ref<M>> routees = routees();
        routees.forEach(routee -> CellRef.cellOf(routee).poison());
        return !routees.isEmpty();
    }

    /** Makes the routees of a later life; the first one begins with routees. */
    private void beginLife(ActorContext<M> context) {
        if (!isOpen()) {
            List<Ref<M>> routees = new ArrayList<>();
            for (int i = 0; i < plan.size && !poisoned; i++) {
                routees.add((Ref<M>) context.spawn(plan.routee));
            }
            open(routees);
        }
        routees().forEach(context::watch);
        endWithoutRoutees(context);
    }

    private void endWithoutRoutees(ActorContext<M> context) {
        if (routees().isEmpty()) {
            context.stopSelf();
        }
    }

    /** See {@link Routers#pool}. */
    record Plan<M>(int size, Props<M> routee, Routing<M> routing) implements RouterPlan<M> {
        @Override
        public Actor<M> get() {
            return new Keeper<>();
        }

        @Override
        public CellRef<M> newRef(ActorCell<M> cell) {
            return new PoolRef<>(cell, this);
        }
    }

    /** The parent of the routees. */
    private static final class Keeper<M> extends RoutingActor<M> {
        @Override
        public void started(ActorContext<M> context) {
            ((PoolRef<M>) RoutingRef.of(context)).beginLife(context);
        }

        @Override
        public void restarting(Throwable cause, ActorContext<M> context) {
            RoutingRef.of(context).closeRoutes();
        }

        @Override
        public void terminated(ActorRef<?> watched, ActorContext<M> context) {
            super.terminated(watched, context);
            ((PoolRef<M>) RoutingRef.of(context)).endWithoutRoutees(context);
        }
    }
}
