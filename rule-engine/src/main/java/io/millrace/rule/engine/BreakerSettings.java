// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.time.Duration;

/**
 * When a node's circuit breaker opens and closes.
 *
 * @param window time over which answers are counted, in whole seconds
 * @param leastAnswers number of answers in the window below which the breaker does not open
 * @param percentTimedOut percentage of timeouts among these answers at which it opens
 * @param firstPause how long it is open before the first trial
 * @param longestPause upper bound of the pause, which doubles with each failed trial; also how long the breaker waits
 *     for the answer of a trial
 * @param trials number of messages that try the node; if all are answered in time, the breaker closes
 */
public record BreakerSettings(
        Duration window,
        int leastAnswers,
        int percentTimedOut,
        Duration firstPause,
        Duration longestPause,
        int trials) {

    /**
     * Opens at 50 % timeouts among at least 20 answers in ten seconds; pauses from five seconds to a minute; three
     * trials.
     */
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
                    "expected positive bounds and a percentage, got"
                            + " a window of %s, %d answers, %d %%, %d trials"
                                    .formatted(window, leastAnswers, percentTimedOut, trials));
        }
        if (firstPause.toMillis() < 1 || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException(
                    "expected a pause and a longest one that is no shorter, got %s and %s"
                            .formatted(firstPause, longestPause));
        }
    }
}
