// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.time.Duration;

/**
 * Whether and when a delivery is retried, and what happens to it if not.
 *
 * @param maxAttempts number of attempts, the first included; {@link #UNLIMITED} for a policy that never gives up
 * @param onFailure whether a failed attempt is retried
 * @param onTimeout whether an attempt that passed its deadline is retried
 * @param minBackoff back-off before the second attempt; it doubles with each further attempt
 * @param maxBackoff longest back-off
 * @param discard whether a delivery without further attempts is discarded instead of becoming a dead letter
 */
public record RetryPolicy(
        int maxAttempts,
        boolean onFailure,
        boolean onTimeout,
        Duration minBackoff,
        Duration maxBackoff,
        boolean discard) {

    /** No limit of attempts. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Number of retries if a definition does not set it. */
    public static final int DEFAULT_RETRIES = 5;

    /** One attempt, then a dead letter. */
    public static final RetryPolicy NONE =
            new RetryPolicy(1, false, false, Duration.ZERO, Duration.ZERO, false);

    /** One attempt, then the message is discarded. */
    public static final RetryPolicy DROP =
            new RetryPolicy(1, false, false, Duration.ZERO, Duration.ZERO, true);

    public RetryPolicy {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "expected maxAttempts of at least 1, got " + maxAttempts);
        }
        if (minBackoff.isNegative() || maxBackoff.compareTo(minBackoff) < 0) {
            throw new IllegalArgumentException(
                    "expected 0 <= minBackoff <= maxBackoff, got %s and %s"
                            .formatted(minBackoff, maxBackoff));
        }
    }

    /** Retries after failures and timeouts alike, with a constant back-off; then a dead letter. */
    public static RetryPolicy of(int retries, Duration pause) {
        return new RetryPolicy(1 + retries, true, true, pause, pause, false);
    }

    /** True if another attempt follows the one with the given number. */
    public boolean retries(int attempt, boolean timedOut) {
        return attempt < maxAttempts && (timedOut ? onTimeout : onFailure);
    }

    /** Returns the back-off after the attempt with the given number. */
    public Duration backoffAfter(int attempt) {
        Duration pause = minBackoff;
        for (int i = 1; i < attempt && pause.compareTo(maxBackoff) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxBackoff) < 0 ? pause : maxBackoff;
    }
}
