// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.time.Duration;

/**
 * Whether and when a delivery is tried again, and what becomes of it when not.
 *
 * @param maxAttempts attempts in all, the first included; {@link #UNLIMITED} for a policy that never gives up
 * @param onFailure whether an attempt that failed is followed by another
 * @param onTimeout whether an attempt that passed its deadline is followed by another
 * @param minBackoff pause before the second attempt; it doubles with each further one
 * @param maxBackoff longest pause
 * @param discard whether what is given up is discarded, and does not become a dead letter
 */
public record RetryPolicy(
        int maxAttempts,
        boolean onFailure,
        boolean onTimeout,
        Duration minBackoff,
        Duration maxBackoff,
        boolean discard) {

    /** As many attempts as it takes. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** How many retries there are where a definition does not say. */
    public static final int DEFAULT_RETRIES = 5;

    /** One attempt, then the dead letters. */
    public static final RetryPolicy NONE =
            new RetryPolicy(1, false, false, Duration.ZERO, Duration.ZERO, false);

    /** One attempt, then nothing. */
    public static final RetryPolicy DROP =
            new RetryPolicy(1, false, false, Duration.ZERO, Duration.ZERO, true);

    public RetryPolicy {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "expected maxAttempts of at least 1, but got " + maxAttempts);
        }
        if (minBackoff.isNegative() || maxBackoff.compareTo(minBackoff) < 0) {
            throw new IllegalArgumentException(
                    "expected 0 <= minBackoff <= maxBackoff, but got %s and %s"
                            .formatted(minBackoff, maxBackoff));
        }
    }

    /** So many retries after whatever went wrong, with the same pause before each; then the dead letters. */
    public static RetryPolicy of(int retries, Duration pause) {
        return new RetryPolicy(1 + retries, true, true, pause, pause, false);
    }

    /** Whether another attempt follows the one of the given number. */
    public boolean retries(int attempt, boolean timedOut) {
        return attempt < maxAttempts && (timedOut ? onTimeout : onFailure);
    }

    /** The pause after the attempt of the given number. */
    public Duration backoffAfter(int attempt) {
        Duration pause = minBackoff;
        for (int i = 1; i < attempt && pause.compareTo(maxBackoff) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxBackoff) < 0 ? pause : maxBackoff;
    }
}
