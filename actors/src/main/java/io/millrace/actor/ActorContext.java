// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What an actor sees of its surroundings during one life. Only for use inside the actor's own callbacks: except
 * {@link #self}, {@link #name} and {@link #system}, every method throws {@link IllegalStateException} when another
 * thread calls it or when that life is over.
 *
 * @param <M> the messages that the actor understands
 */
public interface ActorContext<M> {

    /** The actor's own address. */
    ActorRef<M> self();

    /** The actor's name, the last part of its path. */
    String name();

    /** The system that the actor lives in. */
    ActorSystem system();

    /** Makes a child with a generated name, which begins with a dollar sign. */
    <C> ActorRef<C> spawn(Props<C> props);

    /**
     * Makes a child. Its life begins asynchronously, but before it processes any message.
     *
     * @param name neither empty nor with a slash, and not with a dollar sign at its start
     * @throws IllegalArgumentException when the name is no name, or a child that has not ended yet has it
     */
    <C> ActorRef<C> spawn(Props<C> props, String name);

    /** The children that have not ended, in no particular order; a copy. */
    Collection<ActorRef<?>> children();

    /**
     * Stops a child after its current message; what is left in its mailbox becomes dead letters.
     *
     * @throws IllegalArgumentException when the actor is no child of this one; a child that has ended is fine
     */
    void stop(ActorRef<?> child);

    /** Stops this actor after the current message; what is left in its mailbox becomes dead letters. */
    void stopSelf();

    /** Asks for {@link Actor#terminated} when the other has ended; at once where it has. Watching twice is watching once. */
    void watch(ActorRef<?> other);

    /** Takes a {@link #watch} back: from now on the other's end is not told, even if it has happened. */
    void unwatch(ActorRef<?> other);

    /**
     * Brings the result of work that goes on elsewhere back into the actor. The continuation runs like a message, at
     * the end of the mailbox and whatever the mailbox's bound; other messages may run before it. It gets the stage's
     * value or its error (never wrapped in a CompletionException). When this life ends before, the continuation
     * becomes a {@link DeadLetter}.
     */
    <T> void reenter(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation);

    /** Tells the actor a message after a delay; called off when this life ends. */
    Cancellable schedule(Duration delay, M message);

    /**
     * Gives the actor a message whenever it has had no message for that long, again and again; replaces a former
     * receive timeout. Continuations do not count as messages.
     *
     * @param idle longer than zero
     */
    void setReceiveTimeout(Duration idle, M message);

    /** Ends what {@link #setReceiveTimeout} began. */
    void cancelReceiveTimeout();
}
