// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What all references do alike; whom they lead to is theirs. Identity is equality. */
abstract sealed class Ref<M> implements ActorRef<M> permits LocalRef, AnswerRef, RouterRef {

    @Override
    public final void tell(M message) {
        send(Objects.requireNonNull(message, "message"));
    }

    @Override
    public final boolean offer(M message) {
        return deliver(Objects.requireNonNull(message, "message")) == null;
    }

    /** Sends a message or an envelope; it becomes a dead letter where it cannot be delivered. */
    final void send(Object entry) {
        Reason refused = deliver(entry);
        if (refused != null) {
            lost(Envelope.messageOf(entry), refused);
        }
    }

    static Ref<?> of(ActorRef<?> ref) {
        return switch (ref) {
            case Ref<?> known -> known;
        };
    }

    /** Delivers a message or an envelope; returns why it cannot, or null. */
    abstract @Nullable Reason deliver(Object entry);

    /** Enters a message that was not delivered among the dead letters. */
    abstract void lost(Object message, Reason reason);

    // What only the reference to a router does.

    /**
     * Makes the routees that are to be there before the actor begins.
     *
     * @param made takes each at once; whoever calls lets them begin, after the router
     */
    void makeRoutees(Consumer<ActorCell<?>> made) {}

    /** Lets the routees end when each has done its work; false: there is nothing to wait for. By the actor's thread. */
    boolean poisonRoutees() {
        return false;
    }

    /** The actor takes nothing any more. By its own thread. */
    void closeRoutes() {}

    /** How many messages wait elsewhere than in mailboxes. */
    int waitingMessages() {
        return 0;
    }

    /** The actor behind the reference, or null: there is none. */
    abstract @Nullable ActorCell<?> cell();

    @Override
    public final String toString() {
        return path();
    }

    /** The actor behind a reference. */
    static ActorCell<?> cellOf(ActorRef<?> ref) {
        ActorCell<?> cell = of(ref).cell();
        if (cell == null) {
            throw new IllegalArgumentException("there is no actor behind " + ref);
        }
        return cell;
    }
}
