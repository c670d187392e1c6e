// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.Actor;
import io.millrace.actor.Props;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The factory of a router's actor. An actor made from {@link Props} with such a factory is a router: the plan makes its
 * reference, which sends messages to the routees instead of into the router's own mailbox.
 */
public interface RouterPlan<M> extends Supplier<Actor<M>> {

    /** Makes the router's reference, while its cell is being made. */
    CellRef<M> newRef(ActorCell<M> cell);

    /** The plan of a router's recipe, or null if the recipe makes no router. */
    @SuppressWarnings("unchecked") // a factory of Actor<M> that is a plan is a plan of Actor<M>
    static <M> @Nullable RouterPlan<M> of(Props<M> props) {
        return props.factory() instanceof RouterPlan<?> plan ? (RouterPlan<M>) plan : null;
    }
}
