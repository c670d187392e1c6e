// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Hears what happens to the actors of a system, for metrics and for tests. Called on the threads of the actors, from
 * several at once: it must be quick and safe for that. What it throws is logged.
 */
public interface ActorSystemListener {

    /** The system is ready; its {@link ActorSystem#load} may be asked for. */
    default void systemStarted(ActorSystem system) {}

    /** An actor began its first life. */
    default void actorStarted(ActorRef<?> actor) {}

    /** An actor has ended, and with it all its children. */
    default void actorStopped(ActorRef<?> actor) {}

    /** An actor begins another life. */
    default void actorRestarted(ActorRef<?> actor, Throwable cause) {}

    /** An actor has failed; its parent is about to decide. */
    default void actorFailed(ActorRef<?> actor, Throwable cause) {}

    /**
     * How many runs of mailboxes {@link #ran} is called for: 0 for none, 1 for all, n for about one of n. Asked once, when the
     * system is made. A run that is timed costs two looks at the clock.
     */
    default int timedRuns() {
        return 0;
    }

    /**
     * An actor had a thread for a while; see {@link #timedRuns}.
     *
     * @param messages how many messages and continuations it processed, 0 or more
     * @param nanos for how long
     */
    default void ran(ActorRef<?> actor, int messages, long nanos) {}

    /** A message was lost to all actors. */
    default void deadLetter(DeadLetter letter) {}
}
