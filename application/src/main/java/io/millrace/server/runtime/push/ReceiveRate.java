// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import java.util.concurrent.TimeUnit;

/** Limits how many messages a client may send: a number at once, and a number in each second after that. */
final class ReceiveRate {

    private static final int AT_ONCE = 200;
    private static final int PER_SECOND = 50;

    private double left = AT_ONCE;
    private long countedAt;

    /** @param now as {@link System#nanoTime} */
    ReceiveRate(long now) {
        countedAt = now;
    }

    /** Counts a message; false if it is one too many. */
    boolean count(long now) {
        double seconds = (now - countedAt) / (double) TimeUnit.SECONDS.toNanos(1);
        left = Math.min(AT_ONCE, left + seconds * PER_SECOND) - 1;
        countedAt = now;
        return left >= 0;
    }
}
