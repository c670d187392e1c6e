// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.cell.RouterPlan;
import io.millrace.actor.internal.delivery.Ref;
import java.util.List;
import java.util.function.Consumer;

/** The reference to a router whose routees live elsewhere. */
final class GroupRef<M> extends RoutingRef<M> {

    private final Plan<M> plan;

    private GroupRef(ActorCell<M> cell, Plan<M> plan) {
        super(cell, plan.routing);
        this.plan = plan;
    }

    @Override
    protected void makeRoutees(Consumer<ActorCell<?>> made) {
        open(plan.routees);
    }

    /** See {@link Routers#group}. */
    record Plan<M>(List<Ref<M>> routees, Routing<M> routing) implements RouterPlan<M> {
        @Override
        public Actor<M> get() {
            return new Watcher<>();
        }

        @Override
        public CellRef<M> newRef(ActorCell<M> cell) {
            return new GroupRef<>(cell, this);
        }
    }

    /** The actor that watches the routees. A restart of this actor does not concern them. */
    private static final class Watcher<M> extends RoutingActor<M> {
        @Override
        public void started(ActorContext<M> context) {
            RoutingRef.of(context).routees().forEach(context::watch);
        }
    }
}
