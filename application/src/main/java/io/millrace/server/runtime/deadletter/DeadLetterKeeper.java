// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.store.deadletter.LetterClaims;
import io.millrace.server.store.deadletter.Retention;
import io.millrace.server.store.deadletter.SentLetters;
import java.time.Duration;

/**
 * Renews the claims of dead letters that are being resent, and deletes dead letters beyond the retention. These are two
 * tasks, so that claims do not expire during a long deletion.
 */
final class DeadLetterKeeper implements AutoCloseable {

    private static final int INTERVALS_PER_SWEEP = 5;

    private final Duration interval;
    private final PeriodicTask renewal;
    private final PeriodicTask sweep;

    /** @param interval interval time between two renewals; much shorter than a claim */
    DeadLetterKeeper(
            SentLetters sentLetters, LetterClaims claims, Retention retention, Duration interval) {
        this.interval = interval;
        this.renewal =
                new PeriodicTask(
                        "dead-letter-claims", interval, () -> claims.renew(sentLetters.all()));
        this.sweep =
                new PeriodicTask(
                        "dead-letter-retention",
                        interval.multipliedBy(INTERVALS_PER_SWEEP),
                        retention::sweep);
    }

    void start() {
        renewal.start(interval);
        sweep.start(interval.multipliedBy(INTERVALS_PER_SWEEP));
    }

    /** Interrupts a run in progress and returns when both tasks have ended. */
    @Override
    public void close() {
        renewal.stop();
        sweep.stop();
    }
}
