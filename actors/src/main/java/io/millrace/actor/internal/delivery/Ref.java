// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.delivery;

import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The base of all references. A subclass says where a message goes and what happens to one that cannot be delivered.
 * References are equal only if they are the same object.
 */
public abstract class Ref<M> implements ActorRef<M> {

    @Override
    public final void tell(M message) {
        send(Objects.requireNonNull(message, "message"));
    }

    @Override
    public final boolean offer(M message) {
        return deliver(Objects.requireNonNull(message, "message")) == null;
    }

    /** Sends an {@linkplain Entry entry}; it becomes a dead letter if it cannot be delivered. */
    public final void send(Object entry) {
        Reason refused = deliver(entry);
        if (refused != null) {
            lost(Entry.messageOf(entry), refused);
        }
    }

    /**
     * The library's view of a reference.
     *
     * @throws IllegalArgumentException if the reference is no reference of this library
     */
    public static Ref<?> of(ActorRef<?> ref) {
        if (ref instanceof Ref<?> known) {
            return known;
        }
        throw new IllegalArgumentException("ref must come from an actor system, not " + ref);
    }

    /** Delivers an {@linkplain Entry entry}; returns the reason if it was refused, else null. */
    public abstract @Nullable Reason deliver(Object entry);

    /** Makes a dead letter of a message that was not delivered. */
    protected abstract void lost(Object message, Reason reason);

    @Override
    public final String toString() {
        return path();
    }
}
