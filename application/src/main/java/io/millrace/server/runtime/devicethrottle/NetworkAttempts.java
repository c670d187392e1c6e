// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicethrottle;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to connect from one network in one minute. An attempt is checked while those that failed and those that
 * are being checked are fewer than the limit; so parallel guesses do not exceed it. Others wait for the end of those
 * under way; each of them is an open connection, whose time to authenticate is limited. Thread-safe.
 */
final class NetworkAttempts {

    private final int limit;
    private final Queue<Check> waiting = new ArrayDeque<>();
    private final AtomicInteger requests = new AtomicInteger();
    private int failed;
    private int underWay;

    /** @param limit number of attempts that may fail */
    NetworkAttempts(int limit) {
        this.limit = limit;
    }

    /** An attempt whose credentials must be checked. Exactly one of its methods is called, once. */
    interface Check {

        /** Checks the credentials, asynchronously; {@link NetworkAttempts#ended} is called at the end. */
        void run();

        /** The limit is reached. */
        void refuse();
    }

    /** Checks an attempt, now or when others have ended, or refuses it. */
    void submit(Check check) {
        synchronized (this) {
            waiting.add(check);
        }
        continueWithOthers();
    }

    /** An attempt that was {@link Check#run} has ended; {@code countsAsFailed} is true for a new wrong guess. */
    void ended(boolean countsAsFailed) {
        synchronized (this) {
            underWay--;
            failed += countsAsFailed ? 1 : 0;
        }
        continueWithOthers();
    }

    /** An attempt failed that was not submitted. */
    synchronized void failed() {
        failed++;
    }

    /**
     * Continues with waiting attempts. One thread at a time does it, in a loop: a check may end at once and call this
     * method again.
     */
    private void continueWithOthers() {
        if (requests.getAndIncrement() > 0) {
            return;
        }
        int done = 1;
        do {
            for (Runnable next = next(); next != null; next = next()) {
                next.run();
            }
            done = requests.addAndGet(-done);
        } while (done > 0);
    }

    private synchronized @Nullable Runnable next() {
        if (failed >= limit) {
            @Nullable Check refused = waiting.poll();
            return refused == null ? null : refused::refuse;
        }
        if (failed + underWay >= limit) {
            return null;
        }
        @Nullable Check check = waiting.poll();
        if (check == null) {
            return null;
        }
        underWay++;
        return check::run;
    }
}
