// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Puts something around the context that an actor sees, best a {@link ForwardingContext}. It is asked once for each life; the
 * last one that {@link Props} was given is outermost, that is nearest to the actor.
 */
@FunctionalInterface
public interface ContextDecorator {

    /** The context that the actor sees instead. */
    <M> ActorContext<M> decorate(ActorContext<M> context);
}
