// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.supervision;

import java.time.Duration;
import java.util.function.Function;

/**
 * How an actor handles the failure of one of its children; the others are not touched, unless it is {@link #allForOne}. While it decides, and while a
 * back-off lasts, the child's mailbox keeps what comes in.
 */
public sealed interface Supervision {

    /** Restarts at once, at most 10 times within 10 seconds, then stops. */
    Supervision DEFAULT = restart(10, Duration.ofSeconds(10));

    /**
     * The child goes on with its next message, its state untouched. One that failed to start has nothing to go on with:
     * {@link #DEFAULT} decides instead.
     */
    static Supervision resume() {
        return new Resume();
    }

    /** The child ends. */
    static Supervision stop() {
        return new Stop();
    }

    /** The failure becomes the parent's own, for the grandparent to handle. At the top of the tree it stops the actor. */
    static Supervision escalate() {
        return new Escalate();
    }

    /**
     * A fresh instance takes over the child's mailbox, reference and name. The children of the failed one are stopped
     * before.
     *
     * @param maxRestarts how often within the window; the next failure stops the child. At least 1
     */
    static Supervision restart(int maxRestarts, Duration window) {
        return new Restart(maxRestarts, window);
    }

    /** As {@link #backoff(Duration, Duration, double)}, from half a second to a minute, with a jitter of 0.2. */
    static Supervision backoff() {
        return backoff(Duration.ofMillis(500), Duration.ofMinutes(1), 0.2);
    }

    /**
     * Restarts after a delay, without end. The delay doubles with each failure, and begins anew when the child has
     * lived for the longest delay without a failure.
     *
     * @param first the delay after the first failure, longer than zero
     * @param longest the delay that is never exceeded, but for the jitter
     * @param jitter by which part of itself a delay may be shorter or longer, 0 to 1
     */
    static Supervision backoff(Duration first, Duration longest, double jitter) {
        return new Backoff(first, longest, jitter);
    }

    /**
     * Chooses by the error.
     *
     * @param decider runs on the parent's thread; when it throws, the failure is escalated
     */
    static Supervision decide(Function<Throwable, Supervision> decider) {
        return new Decide(decider);
    }

    /**
     * Decides by another strategy, and then does with all children what is done with the one that failed: all are
     * restarted, or all are stopped. Resuming concerns the one alone. During a back-off the others go on; they are
     * restarted when it is.
     *
     * @param supervision how to decide; it counts the failures of each child by itself
     */
    static Supervision allForOne(Supervision supervision) {
        return new AllForOne(supervision);
    }

    /** See {@link #resume}. */
    record Resume() implements Supervision {}

    /** See {@link #stop}. */
    record Stop() implements Supervision {}

    /** See {@link #escalate}. */
    record Escalate() implements Supervision {}

    /** See {@link #restart}. */
    record Restart(int maxRestarts, Duration window) implements Supervision {
        public Restart {
            if (maxRestarts < 1) {
                throw new IllegalArgumentException(
                        "maxRestarts must be at least 1, not " + maxRestarts);
            }
            if (!window.isPositive()) {
                throw new IllegalArgumentException(
                        "window must be longer than zero, not " + window);
            }
        }
    }

    /** See {@link #backoff(Duration, Duration, double)}. */
    record Backoff(Duration first, Duration longest, double jitter) implements Supervision {
        public Backoff {
            if (!first.isPositive()) {
                throw new IllegalArgumentException("first must be longer than zero, not " + first);
            }
            if (longest.compareTo(first) < 0) {
                throw new IllegalArgumentException(
                        "longest must be at least " + first + ", not " + longest);
            }
            if (!(jitter >= 0 && jitter <= 1)) {
                throw new IllegalArgumentException("jitter must be from 0 to 1, not " + jitter);
            }
        }
    }

    /** See {@link #allForOne}. */
    record AllForOne(Supervision supervision) implements Supervision {}

    /** See {@link #decide}. */
    record Decide(Function<Throwable, Supervision> decider) implements Supervision {}
}
