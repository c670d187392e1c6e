// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import java.util.concurrent.TimeUnit;

/**
 * Counts the starts of processes that failed one after the other, and spaces the next ones: half a second after the
 * first, doubled by each further one up to 32 seconds. Times are nanoseconds of {@link System#nanoTime}. Not
 * thread-safe.
 */
final class StartAttempts {

    /** So many starts must fail before calls are refused. */
    private static final int ENOUGH = 3;

    private static final long UNIT_MILLIS = 250;
    private static final int MOST_DOUBLINGS = 7;

    private int failed;
    private long next;

    void succeeded() {
        failed = 0;
    }

    void failed(long now) {
        failed++;
        next = now + TimeUnit.MILLISECONDS.toNanos(UNIT_MILLIS << Math.min(failed, MOST_DOUBLINGS));
    }

    int failures() {
        return failed;
    }

    /** True if a process may be started now. */
    boolean mayStart(long now) {
        return failed == 0 || next - now <= 0;
    }

    /** True if so many starts have failed that calls are refused until the next one. */
    boolean areEnough() {
        return failed >= ENOUGH;
    }
}
