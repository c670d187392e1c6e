// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.ActorRef;

/**
 * The part of an actor system that the cells report to. Called on the actors' threads, from several at once; must not
 * throw.
 */
public interface LifecycleListener {

    /** An actor begins its first life. */
    void actorStarted(ActorRef<?> actor);

    /** An actor and all its children have ended. */
    void actorStopped(ActorRef<?> actor);

    /** An actor begins another life. */
    void actorRestarted(ActorRef<?> actor, Throwable cause);

    /** An actor has failed, and its parent is about to decide. */
    void actorFailed(ActorRef<?> actor, Throwable cause);

    /** An actor had a thread for so many nanoseconds and processed so many entries. */
    void ran(ActorRef<?> actor, int entries, long nanos);
}
