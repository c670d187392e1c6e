// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage;

/**
 * Receives the events of a system's actors, for metrics and for tests. Called on the actors' threads, from several at
 * once: it must be quick and thread-safe. An exception that it throws is logged.
 */
public interface ActorSystemListener {

    /** The system is ready; its {@link ActorSystem#load} may be read. */
    default void systemStarted(ActorSystem system) {}

    /** An actor begins its first life. */
    default void actorStarted(ActorRef<?> actor) {}

    /** An actor and all its children have ended. */
    default void actorStopped(ActorRef<?> actor) {}

    /** An actor begins another life. */
    default void actorRestarted(ActorRef<?> actor, Throwable cause) {}

    /** An actor has failed, and its parent is about to decide. */
    default void actorFailed(ActorRef<?> actor, Throwable cause) {}

    /**
     * How many runs of mailboxes {@link #ran} is called for: 0 for none, 1 for all, n for about one of n. Read once,
     * when the system is made. A timed run reads the clock twice.
     */
    default int timedRuns() {
        return 0;
    }

    /**
     * An actor had a thread for a while; see {@link #timedRuns}.
     *
     * @param messages the number of messages and continuations that it processed, 0 or more
     * @param nanos the time in nanoseconds
     */
    default void ran(ActorRef<?> actor, int messages, long nanos) {}

    /** A message became a dead letter. */
    default void deadLetter(UndeliveredMessage letter) {}
}
