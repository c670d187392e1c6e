// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import java.time.Duration;

/**
 * Whether a script's calls are quick enough for the thread of their caller. Each call brings a credit and is charged
 * what it took. A script whose calls take longer on average uses its credit up and then rests: its calls go to the pool.
 * Rests grow from a second to a minute. One long call is charged only a part of its time, because a pause of the machine
 * or of the garbage collector may be its cause.
 *
 * <p>Not thread-safe: each thread has its own.
 */
final class CallCredit {

    /** What a call may take on average: some times what it costs to pass it to another thread and back. */
    static final long NANOS_PER_CALL = 50_000;

    private static final long MOST_CREDIT = Duration.ofMillis(2).toNanos();

    /**
     * On a busy machine one call in a hundred meets a pause of a millisecond and more. With this bound it takes ten within
     * fifty calls to use the credit up, which chance does not bring about.
     */
    private static final long MOST_CHARGED = Duration.ofNanos(250_000).toNanos();

    private static final long FIRST_REST = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_REST = Duration.ofMinutes(1).toNanos();

    private long credit = MOST_CREDIT;
    private boolean rests;
    private long rest;
    private long restsUntil;

    /** True if the next call may run in the thread of its caller. */
    boolean isGood(long now) {
        if (rests && now - restsUntil >= 0) {
            rests = false;
        }
        return !rests;
    }

    /** Charges a call that has ended by itself. */
    void charge(long start, long end) {
        long charged = Math.min(end - start, MOST_CHARGED);
        credit = Math.min(MOST_CREDIT, credit + NANOS_PER_CALL - charged);
        if (credit < 0) {
            exhaust(end);
        }
    }

    /** Takes the whole credit, for a call that had to be stopped. */
    void exhaust(long now) {
        boolean isRepeated = rest > 0 && now - restsUntil < LONGEST_REST;
        rest = isRepeated ? Math.min(2 * rest, LONGEST_REST) : FIRST_REST;
        rests = true;
        restsUntil = now + rest;
        credit = MOST_CREDIT;
    }
}
