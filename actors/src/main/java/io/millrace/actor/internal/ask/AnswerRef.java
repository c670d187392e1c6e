// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.ask;

import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.internal.delivery.Entry;
import io.millrace.actor.internal.delivery.Ref;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sender of one question: the first message to it is the answer, later ones become dead letters. */
public final class AnswerRef<R> extends Ref<Object> {

    private final ActorRef<?> asked;
    private final Class<R> type;
    private final CompletableFuture<R> answer;
    private final Consumer<UndeliveredMessage> deadLetters;

    /**
     * @param asked the actor that was asked
     * @param type the type of the answer; another type fails the answer
     * @param answer completed by the first message
     * @param deadLetters takes the later messages
     */
    public AnswerRef(
            ActorRef<?> asked,
            Class<R> type,
            CompletableFuture<R> answer,
            Consumer<UndeliveredMessage> deadLetters) {
        this.asked = asked;
        this.type = type;
        this.answer = answer;
        this.deadLetters = deadLetters;
    }

    @Override
    public @Nullable Reason deliver(Object entry) {
        Object message = Entry.messageOf(entry);
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
    protected void lost(Object message, Reason reason) {
        deadLetters.accept(new UndeliveredMessage(this, message, reason));
    }

    @Override
    public String path() {
        return asked.path() + "?";
    }
}
