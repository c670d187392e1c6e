// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.time.Duration;

/**
 * When a node's breaker opens and closes.
 *
 * @param window over how long answers are counted, in whole seconds
 * @param leastAnswers how many answers there must be in the window before it can open
 * @param percentTimedOut how many of 100 of them must be time-outs for it to open
 * @param firstPause how long it is open before the node is tried again
 * @param longestPause how long at most: each trial that fails doubles the pause. Also how long it waits for the answer
 *     of a trial.
 * @param trials how many messages try the node; if all are answered in time, it closes
 */
public record BreakerSettings(
        Duration window,
        int leastAnswers,
        int percentTimedOut,
        Duration firstPause,
        Duration longestPause,
        int trials) {

    /** Half of at least 20 answers in ten seconds; pauses from five seconds to a minute; three trials. */
    public static final BreakerSettings DEFAULTS =
            new BreakerSettings(
                    Duration.ofSeconds(10),
                    20,
                    50,
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(60),
                    3);

    public BreakerSettings {
        if (window.toSeconds() < 1
                || leastAnswers < 1
                || percentTimedOut < 1
                || percentTimedOut > 100
                || trials < 1) {
            throw new IllegalArgumentException(
                    "expected positive bounds and a percentage, but got a window of %s, %d answers, %d %%, %d trials"
                            .formatted(window, leastAnswers, percentTimedOut, trials));
        }
        if (firstPause.toMillis() < 1 || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException(
                    "expected a pause and a longest one that is no shorter, but got %s and %s"
                            .formatted(firstPause, longestPause));
        }
    }
}
