// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Where the answer to one question goes: the first message that comes is the answer, and what comes later is lost. */
final class AnswerRef<R> extends Ref<Object> {

    private final ActorSystem system;
    private final ActorRef<?> asked;
    private final Class<R> type;
    private final CompletableFuture<R> answer;

    AnswerRef(ActorSystem system, ActorRef<?> asked, Class<R> type, CompletableFuture<R> answer) {
        this.system = system;
        this.asked = asked;
        this.type = type;
        this.answer = answer;
    }

    @Override
    @Nullable Reason deliver(Object entry) {
        Object message = Envelope.messageOf(entry);
        boolean first =
                type.isInstance(message)
                        ? answer.complete(type.cast(message))
                        : answer.completeExceptionally(unexpected(message));
        return first ? null : Reason.ABANDONED;
    }

    private ClassCastException unexpected(Object message) {
        return new ClassCastException(
                "the answer of "
                        + asked
                        + " must be a "
                        + type.getName()
                        + ", not a "
                        + message.getClass().getName());
    }

    @Override
    void lost(Object message, Reason reason) {
        system.deadLetter(new DeadLetter(this, message, reason));
    }

    @Override
    @Nullable ActorCell<?> cell() {
        return null;
    }

    @Override
    public String path() {
        return asked.path() + "?";
    }
}
