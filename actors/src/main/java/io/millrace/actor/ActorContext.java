// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.time.Cancellable;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The services of the library for an actor during one life. Only for the actor's own callbacks: except {@link #self},
 * {@link #name} and {@link #system}, every method throws {@link IllegalStateException} if another thread calls it or
 * if that life is over.
 *
 * @param <M> the messages that the actor understands
 */
public interface ActorContext<M> {

    // Identity

    /** The actor's own reference. */
    ActorRef<M> self();

    /** The actor's name, the last part of its path. */
    String name();

    /** The actor system. */
    ActorHost system();

    // Messages

    /** The recipient of an answer to the message in process, or null if no answer is wanted. */
    @Nullable ActorRef<?> sender();

    /** The headers of the message in process; {@link Headers#NONE} if it has none. */
    Headers headers();

    /**
     * Sends a message without a sender, through the {@linkplain Props#withSendMiddleware send middleware} of this
     * actor and with the headers of the message in process. {@link ActorRef#tell} does neither and is cheaper.
     */
    <T> void tell(ActorRef<T> to, T message);

    /**
     * Sends a message as {@link #tell} does, with this actor as the sender: the other's {@link #respond} comes back
     * as a message.
     */
    <T> void request(ActorRef<T> to, T message);

    /**
     * Sends the message in process to another actor with its sender and headers, so that the answer goes to the
     * original sender.
     */
    void forward(ActorRef<? super M> to);

    /**
     * Sends an answer to the sender of the message in process; it becomes a {@link UndeliveredMessage} if there is no
     * sender. The type of the answer is not checked against the messages that the sender understands.
     */
    void respond(Object answer);

    /**
     * Sends the result of a stage once it completes. If this life ends before, the result becomes a
     * {@link UndeliveredMessage}.
     *
     * @param onFailure makes the message for an error
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
     * @param name not empty, without a slash, and not beginning with a dollar sign
     * @throws IllegalArgumentException if the name is not valid, or a child that has not ended yet has it
     */
    <C> ActorRef<C> spawn(Props<C> props, String name);

    /**
     * Makes a child whose name is a prefix and a generated number.
     *
     * @param prefix valid as a name
     */
    <C> ActorRef<C> spawnPrefixed(Props<C> props, String prefix);

    /** The children that have not ended, in no particular order; a copy. */
    Collection<ActorRef<?>> children();

    /**
     * Stops a child after its current message; the messages left in its mailbox become dead letters. Does nothing if
     * the child has ended.
     *
     * @throws IllegalArgumentException if the actor is no child of this one
     */
    void stop(ActorRef<?> child);

    /** Stops this actor after the current message; the messages left in its mailbox become dead letters. */
    void stopSelf();

    /**
     * Requests a call of {@link Actor#terminated} when another actor ends; at once if it has ended already. Watching
     * an actor twice has the same effect as watching it once.
     */
    void watch(ActorRef<?> other);

    /**
     * Takes back a {@link #watch}: {@link Actor#terminated} is no longer called, even if the other actor has ended
     * already.
     */
    void unwatch(ActorRef<?> other);

    // Asynchronous work

    /**
     * Runs a continuation inside the actor when a stage has completed. The continuation runs like a message: at the end
     * of the mailbox, regardless of its bound; other messages may be processed before. It gets the stage's value or its
     * error (never wrapped in a CompletionException), and sees the sender and the headers of the message that is in
     * process now. If this life ends before, the continuation becomes a {@link UndeliveredMessage}.
     */
    <T> void reenter(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation);

    /**
     * Runs a continuation as {@link #reenter} does, but processes no further message until it has run. A stage that
     * never completes blocks the actor until it is stopped, so give the stage a time limit.
     */
    <T> void await(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation);

    // Time

    /** Sends the actor a message after a delay; cancelled when this life ends. */
    Cancellable schedule(Duration delay, M message);

    /**
     * Sends the actor a message repeatedly at a fixed rate; cancelled when this life ends. Ticks that were missed
     * because the machine was late are sent late.
     *
     * @param interval longer than zero
     */
    Cancellable scheduleAtFixedRate(Duration firstDelay, Duration interval, M message);

    /**
     * Sends the actor a message each time it has had no message for a while; replaces a former receive timeout.
     * Continuations do not count as messages, nor do messages that are {@link NotInfluenceReceiveTimeout}.
     *
     * @param idle longer than zero
     */
    void setReceiveTimeout(Duration idle, M message);

    /** Cancels the receive timeout; does nothing if there is none. */
    void cancelReceiveTimeout();

    // Behaviours

    /** Replaces the function that processes messages, from the next message on. */
    void become(Receive<M> behavior);

    /** Replaces the function as {@link #become} does, and keeps the present one for {@link #popBehavior}. */
    void pushBehavior(Receive<M> behavior);

    /**
     * Returns to the function before the last {@link #pushBehavior}.
     *
     * @throws IllegalStateException if none was pushed
     */
    void popBehavior();

    // Stash

    /**
     * Puts the message in process aside, with its sender and headers. After a restart, stashed messages are processed
     * first; at the actor's end they become dead letters.
     *
     * @throws IllegalStateException if no message is in process, or the stash is full (see {@link Props#withStash})
     */
    void stash();

    /** Processes all stashed messages, oldest first, before those that wait in the mailbox. */
    void unstashAll();
}
