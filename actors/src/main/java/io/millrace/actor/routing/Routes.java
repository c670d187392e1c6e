// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.delivery.Ref;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The routees of a router at one time, and the choice among them. Immutable.
 *
 * @param choice chooses one routee; null sends to all
 */
record Routes<M>(List<Routee<M>> routees, @Nullable Choice<M> choice) {

    /**
     * One routee.
     *
     * @param number its index among the first routees of the router; it stays the same when others end
     */
    record Routee<M>(int number, Ref<M> ref) {}

    static <M> Routes<M> of(Routing<M> routing, List<Routee<M>> routees) {
        return new Routes<>(routees, routees.isEmpty() ? null : choice(routing, routees));
    }

    private static <M> @Nullable Choice<M> choice(Routing<M> routing, List<Routee<M>> routees) {
        return switch (routing) {
            case Routing.RoundRobin<M>() -> new Choice.RoundRobin<>(routees.size());
            case Routing.Random<M>() -> new Choice.AtRandom<>(routees.size());
            case Routing.ConsistentHash<M>(var key) ->
                    new Choice.ByKey<>(
                            new HashRing(routees.stream().map(Routee::number).toList()), key);
            case Routing.Broadcast<M>() -> null;
            case Routing.SmallestMailbox<M>() ->
                    new Choice.LeastLoaded<>(
                            routees.stream()
                                    .<ActorCell<?>>map(routee -> CellRef.cellOf(routee.ref()))
                                    .toList());
        };
    }

    boolean isEmpty() {
        return routees.isEmpty();
    }
}
