// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.supervision.Supervision;

/**
 * The behaviour and the state of an actor. Its callbacks never run at the same time, and each sees the writes of the
 * one before, on any thread; so plain fields are enough for its state.
 *
 * <p>One instance is one life: a restart discards it and makes a new one. A life ends either by {@link #restarting}, or
 * by {@link #stopping} and {@link #stopped}. Everything that an instance has requested from its context (timers,
 * receive timeout, watches, continuations, behaviours, children) ends with it.
 *
 * <p>An exception or error that {@link #receive}, {@link #started}, {@link #terminated} or a continuation throws is a
 * failure of the actor: it processes no further message until the parent's {@link Supervision} has decided. An
 * exception of another callback is only logged.
 *
 * @param <M> the messages that the actor understands; a sealed interface lets the compiler check that all are handled
 */
@FunctionalInterface
public interface Actor<M> extends Receive<M> {

    /** Called when the life begins, before the first message. */
    default void started(ActorContext<M> context) throws Exception {}

    /** Called when the end of the actor begins, before its children are stopped. */
    default void stopping(ActorContext<M> context) throws Exception {}

    /** Called when the actor has ended, after its last child. */
    default void stopped(ActorContext<M> context) throws Exception {}

    /** Called when this instance has failed and another takes its place, before the children are stopped. */
    default void restarting(Throwable cause, ActorContext<M> context) throws Exception {}

    /** Called when a watched actor has ended, after all messages that it sent to this one. */
    default void terminated(ActorRef<?> watched, ActorContext<M> context) throws Exception {}
}
