// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an actor sees of its surroundings during one life. Only for use inside the actor's own callbacks: except
 * {@link #self}, {@link #name} and {@link #system}, every method throws {@link IllegalStateException} when another
 * thread calls it or when that life is over.
 *
 * @param <M> the messages that the actor understands
 */
public interface ActorContext<M> {

    // Who it is

    /** The actor's own address. */
    ActorRef<M> self();

    /** The actor's name, the last part of its path. */
    String name();

    /** The system that the actor lives in. */
    ActorSystem system();

    // Talking

    /** Who gets an answer to the message in process, or null: nobody waits for one. */
    @Nullable ActorRef<?> sender();

    /** The headers of the message in process; {@link Headers#NONE} where it has none. */
    Headers headers();

    /**
     * Sends a message without a sender, through the {@linkplain Props#withSendMiddleware middleware} of this actor, and with the
     * headers of the message in process. {@link ActorRef#tell} does neither, and is cheaper.
     */
    <T> void tell(ActorRef<T> to, T message);

    /** As {@link #tell}, with this actor as the sender: {@link #respond} of the other comes back here as a message. */
    <T> void request(ActorRef<T> to, T message);

    /** Sends the message in process on, with its sender and its headers: the answer goes past this actor. */
    void forward(ActorRef<? super M> to);

    /**
     * Sends an answer to the sender of the message in process; a {@link DeadLetter} where there is none. The sender is
     * trusted to understand it.
     */
    void respond(Object answer);

    /**
     * Sends what a stage brings, once it does; this life ending first turns it into a {@link DeadLetter}.
     *
     * @param onFailure the message for an error
     */
    <T> void pipe(
            CompletionStage<? extends T> stage,
            ActorRef<T> to,
            Function<? super Throwable, ? extends T> onFailure);

    // Children and others

    /** Makes a child with a generated name, which begins with a dollar sign. */
    <C> ActorRef<C> spawn(Props<C> props);

    /**
     * Makes a child. Its life begins asynchronously, but before it processes any message.
     *
     * @param name neither empty nor with a slash, and not with a dollar sign at its start
     * @throws IllegalArgumentException when the name is no name, or a child that has not ended yet has it
     */
    <C> ActorRef<C> spawn(Props<C> props, String name);

    /**
     * Makes a child whose name is a prefix and a generated number.
     *
     * @param prefix as a name
     */
    <C> ActorRef<C> spawnPrefixed(Props<C> props, String prefix);

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

    // Work that goes on elsewhere

    /**
     * Brings the result of work that goes on elsewhere back into the actor. The continuation runs like a message, at
     * the end of the mailbox and whatever the mailbox's bound; other messages may run before it. It gets the stage's
     * value or its error (never wrapped in a CompletionException), and sees sender and headers of the message that is in
     * process now. When this life ends before, the continuation becomes a {@link DeadLetter}.
     */
    <T> void reenter(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation);

    /**
     * As {@link #reenter}, but no further message is processed until the continuation has run. A stage that never completes
     * holds the actor up until it is stopped, so give it a time limit.
     */
    <T> void await(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation);

    // Time

    /** Tells the actor a message after a delay; called off when this life ends. */
    Cancellable schedule(Duration delay, M message);

    /**
     * Tells the actor a message again and again, at a fixed rate; called off when this life ends. Where the machine is
     * late, times that have passed are made up for.
     *
     * @param interval longer than zero
     */
    Cancellable scheduleAtFixedRate(Duration firstDelay, Duration interval, M message);

    /**
     * Gives the actor a message whenever it has had no message for that long, again and again; replaces a former
     * receive timeout. Continuations do not count as messages, nor does what is {@link NotInfluenceReceiveTimeout}.
     *
     * @param idle longer than zero
     */
    void setReceiveTimeout(Duration idle, M message);

    /** Ends what {@link #setReceiveTimeout} began. */
    void cancelReceiveTimeout();

    // Behaviours

    /** Lets another function process the messages from the next one on, in place of the present one. */
    void become(Receive<M> behavior);

    /** As {@link #become}, but keeps the present one for {@link #popBehavior}. */
    void pushBehavior(Receive<M> behavior);

    /**
     * Goes back to the function before the last {@link #pushBehavior}.
     *
     * @throws IllegalStateException when none was pushed
     */
    void popBehavior();

    // Stash

    /**
     * Puts the message in process aside, with its sender and headers. After a restart what was put aside is processed first; at the
     * actor's end it becomes dead letters.
     *
     * @throws IllegalStateException when no message is in process, or {@link Props#withStash} allows no more
     */
    void stash();

    /** Lets all that was put aside be processed, in the order in which it came, before what waits in the mailbox. */
    void unstashAll();
}
