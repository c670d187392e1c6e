// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The running actor system as its actors see it: makes, asks and stops actors, and publishes events. Safe for use by
 * many threads. Its owner holds it as an {@code ActorSystem}, which can end it too.
 */
public interface ActorHost {

    /** The name of the system; its threads and its log lines carry it. */
    String name();

    /** Makes an actor at the top of the tree with a generated name; otherwise as {@link #spawn(Props, String)}. */
    <M> ActorRef<M> spawn(Props<M> props);

    /**
     * Makes an actor at the top of the tree.
     *
     * @throws IllegalArgumentException if the name is not valid (see {@link ActorContext#spawn(Props, String)}), or
     *     an actor at the top that has not ended yet has it
     * @throws IllegalStateException if the system is stopping
     */
    <M> ActorRef<M> spawn(Props<M> props, String name);

    /**
     * Makes an actor at the top of the tree whose name is a prefix and a generated number; otherwise as {@link
     * #spawn(Props, String)}.
     *
     * @param prefix valid as a name
     */
    <M> ActorRef<M> spawnPrefixed(Props<M> props, String prefix);

    /** Stops an actor after its current message; the messages left in its mailbox become dead letters. */
    void stop(ActorRef<?> ref);

    /** Stops an actor once it has processed all messages now in its mailbox; a router once its routees have. */
    void poison(ActorRef<?> ref);

    /** Sends a message with headers, through the send middleware of the system. */
    <M> void tell(ActorRef<M> to, M message, Headers headers);

    /**
     * Asks an actor by a message that carries no way to answer: the answer is what the actor {@linkplain
     * ActorContext#respond responds}. Otherwise as {@link #ask(ActorRef, Function, Duration)}, with two differences:
     * the message passes the send middleware of the system, and a recipient that refuses the message is noticed only
     * by the timeout.
     *
     * @param type the type of the answer; another type fails the stage with a {@link ClassCastException}
     */
    <Q, R> CompletionStage<R> ask(ActorRef<Q> ref, Q message, Class<R> type, Duration timeout);

    /**
     * Asks an actor and returns at once. Stages chained to the result run on the thread of the actor that answers;
     * inside an actor, hand the result to {@link ActorContext#reenter}.
     *
     * @param question makes the message; the message carries the consumer of the answer, whose first call counts
     * @param timeout the longest time to wait for the answer
     * @return the answer; or {@link TimeoutException} if none came in time, {@link RejectedExecutionException} if the
     *     actor refused the question or the system has ended. Chained stages see the error in a {@link
     *     java.util.concurrent.CompletionException}
     */
    <Q, R> CompletionStage<R> ask(
            ActorRef<Q> ref, Function<Consumer<R>, Q> question, Duration timeout);

    /** The event stream of the system. */
    EventStream events();
}
