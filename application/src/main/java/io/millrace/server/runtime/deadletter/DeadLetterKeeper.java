// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that looks after dead letters: every now and then it claims for longer those that are still on their way, and every
 * fifth time it deletes those that must go.
 */
final class DeadLetterKeeper implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterKeeper.class);
    private static final int ROUNDS_PER_SWEEP = 5;

    private final SentLetters sentLetters;
    private final LetterClaims claims;
    private final Retention retention;
    private final Duration interval;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /**
     * @param interval well below the time that a claim lasts
     */
    DeadLetterKeeper(
            SentLetters sentLetters, LetterClaims claims, Retention retention, Duration interval) {
        this.sentLetters = sentLetters;
        this.claims = claims;
        this.retention = retention;
        this.interval = interval;
        this.thread = Thread.ofPlatform().name("dead-letters-keeper").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            for (int round = 1;
                    !closed.await(interval.toMillis(), TimeUnit.MILLISECONDS);
                    round++) {
                doOrLog(
                        "claim the dead letters that are on their way",
                        () -> claims.renew(sentLetters.all()));
                if (round % ROUNDS_PER_SWEEP == 0) {
                    doOrLog("delete old dead letters", retention::sweep);
                }
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    /** A task of this thread. */
    private interface Task {
        void run() throws SQLException, InterruptedException;
    }

    private static void doOrLog(String what, Task task) throws InterruptedException {
        try {
            task.run();
        } catch (SQLException | RuntimeException e) {
            log.error("Could not {}; it will be tried again", what, e);
        }
    }

    /** Ends after the transaction that is under way, or in the middle of waiting for the database. */
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
