// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * What an actor does. Its callbacks never run at the same time, and each sees what the former wrote, whatever
 * threads they run on; so plain fields are enough for its state.
 *
 * <p>One instance is one life: a restart discards it and makes a fresh one. A life ends either by {@link #restarting}
 * or by {@link #stopping} and {@link #stopped}. What an instance asked of its context (timers, receive timeout,
 * watches, continuations, behaviours, children) ends with it.
 *
 * <p>Whatever {@link #receive}, {@link #started}, {@link #terminated} or a continuation throws, errors of the virtual
 * machine included, is a failure of the actor: no further message is processed until the parent's {@link Supervision}
 * has decided. What the other callbacks throw is logged.
 *
 * @param <M> the messages that it understands, best a sealed interface
 */
@FunctionalInterface
public interface Actor<M> extends Receive<M> {

    /** The life begins; runs before the first message. */
    default void started(ActorContext<M> context) throws Exception {}

    /** The end of the actor begins; runs before the children are stopped. */
    default void stopping(ActorContext<M> context) throws Exception {}

    /** The actor has ended; runs after the last child has. */
    default void stopped(ActorContext<M> context) throws Exception {}

    /** This instance failed and another takes its place; runs before the children are stopped. */
    default void restarting(Throwable cause, ActorContext<M> context) throws Exception {}

    /** An actor that this one watches has ended; comes after every message that the other sent to this one. */
    default void terminated(ActorRef<?> watched, ActorContext<M> context) throws Exception {}
}
