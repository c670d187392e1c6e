// SPDX-License-Identifier: Apache-2.0
/**
 * The vocabulary of actors: what an actor is ({@link io.millrace.actor.Actor}), what it gets ({@link
 * io.millrace.actor.ActorContext}), how it is addressed ({@link io.millrace.actor.ActorRef}) and how it is configured
 * ({@link io.millrace.actor.Props}). A system of actors is started by {@code io.millrace.actor.system.ActorSystem}.
 *
 * <p>These types refer to each other, since an actor makes actors through its context: they are the one deliberate
 * core of the library. Every other package is either below the core and does not know it, or above it.
 */
@NullMarked
package io.millrace.actor;

import org.jspecify.annotations.NullMarked;
