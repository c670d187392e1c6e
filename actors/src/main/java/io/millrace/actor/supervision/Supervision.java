// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.supervision;

import java.time.Duration;
import java.util.function.Function;

/**
 * The strategy by which an actor handles the failure of one of its children. Only {@link #allForOne} concerns the
 * other children too. Until the decision, and during a back-off, messages wait in the child's mailbox.
 */
public sealed interface Supervision {

    /** Restarts at once, at most 10 times within 10 seconds, then stops. */
    Supervision DEFAULT = restart(10, Duration.ofSeconds(10));

    /**
     * The child continues with its next message and keeps its state. A child that failed to start has no state to
     * continue with: {@link #DEFAULT} decides instead.
     */
    static Supervision resume() {
        return new Resume();
    }

    /** The child ends. */
    static Supervision stop() {
        return new Stop();
    }

    /**
     * The failure becomes the parent's own, for the grandparent to handle. At the top of the tree the child is stopped.
     */
    static Supervision escalate() {
        return new Escalate();
    }

    /**
     * A new instance takes over the child's mailbox, reference and name. The children of the failed instance are
     * stopped before.
     *
     * @param maxRestarts the most restarts within the window, at least 1; the next failure stops the child
     * @param window longer than zero
     */
    static Supervision restart(int maxRestarts, Duration window) {
        return new Restart(maxRestarts, window);
    }

    /**
     * Restarts as {@link #backoff(Duration, Duration, double)}, from half a second to a minute, with a jitter of 0.2.
     */
    static Supervision backoff() {
        return backoff(Duration.ofMillis(500), Duration.ofMinutes(1), 0.2);
    }

    /**
     * Restarts after a delay, without a limit. The delay doubles with each failure, and starts again from the first
     * one once the child has lived for the longest delay without a failure.
     *
     * @param first the delay after the first failure, longer than zero
     * @param longest the longest delay, apart from the jitter
     * @param jitter the part of itself by which a delay may be shorter or longer, 0 to 1
     */
    static Supervision backoff(Duration first, Duration longest, double jitter) {
        return new Backoff(first, longest, jitter);
    }

    /**
     * Chooses a strategy by the error.
     *
     * @param decider runs on the parent's thread; if it throws, the failure is escalated
     */
    static Supervision decide(Function<Throwable, Supervision> decider) {
        return new Decide(decider);
    }

    /**
     * Decides by another strategy, and applies a restart or a stop to all children. A resume applies to the failed
     * child alone. During a back-off the other children continue; they restart together with the failed one.
     *
     * @param supervision the other strategy; it counts the failures of each child separately
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
