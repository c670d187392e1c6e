// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Wraps the context that an actor sees; a {@link ForwardingContext} is a convenient base. Called once for each life.
 * The last decorator that {@link Props} was given is outermost, that is, nearest to the actor.
 */
@FunctionalInterface
public interface ContextDecorator {

    /** The context that the actor sees instead. */
    <M> ActorContext<M> decorate(ActorContext<M> context);
}
