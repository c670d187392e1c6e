// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.util.Objects;
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

    /** For a router: ends the routees when each has processed what is in its mailbox now. */
    void poisonRoutees() {
        throw new IllegalStateException(path() + " is no router");
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
