// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.internal.delivery.Ref;
import java.util.function.Consumer;

/** The reference to an actor of this process. The reference to a router overrides the methods about routees. */
public abstract class CellRef<M> extends Ref<M> {

    private final ActorCell<M> cell;

    protected CellRef(ActorCell<M> cell) {
        this.cell = cell;
    }

    /** The actor's cell. */
    public final ActorCell<M> cell() {
        return cell;
    }

    /**
     * The cell of the actor behind a reference.
     *
     * @throws IllegalArgumentException if there is no actor behind it
     */
    public static ActorCell<?> cellOf(ActorRef<?> ref) {
        if (ref instanceof CellRef<?> known) {
            return known.cell;
        }
        throw new IllegalArgumentException("there is no actor behind " + ref);
    }

    @Override
    protected final void lost(Object message, Reason reason) {
        cell.undelivered(message, reason);
    }

    @Override
    public final String path() {
        return cell.path();
    }

    /**
     * Makes the routees that exist before the router starts.
     *
     * @param made takes each routee at once; the caller starts them after the router
     */
    protected void makeRoutees(Consumer<ActorCell<?>> made) {}

    /**
     * Lets each routee finish its work and end; false if there is none to wait for. Only for the actor's own thread.
     */
    protected boolean poisonRoutees() {
        return false;
    }

    /** Refuses all further messages. Only for the actor's own thread. */
    protected void closeRoutes() {}

    /** The number of messages that wait for this actor outside of mailboxes. */
    protected int waitingMessages() {
        return 0;
    }
}
