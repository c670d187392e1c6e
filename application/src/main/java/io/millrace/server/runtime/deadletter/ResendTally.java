// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import java.time.Duration;

/** Counts what becomes of the letters of one call. Safe for use by many threads. */
final class ResendTally {

    private long submitted;
    private long decided;
    private long resent;
    private long busy;
    private long refused;
    private long unreadable;

    synchronized void submitted() {
        submitted++;
    }

    /** A submitted message's letter is gone, or cannot be deleted. */
    synchronized void decided(boolean gone) {
        decided++;
        if (gone) {
            resent++;
        }
        notifyAll();
    }

    synchronized void busy() {
        busy++;
    }

    synchronized void refused(long letters) {
        refused += letters;
    }

    synchronized void unreadable() {
        unreadable++;
    }

    /** Waits for all that was submitted, so long at most. */
    synchronized void await(Duration patience) throws InterruptedException {
        long giveUpAt = System.nanoTime() + patience.toNanos();
        while (decided < submitted) {
            long left = giveUpAt - System.nanoTime();
            if (left <= 0) {
                return;
            }
            wait(left / 1_000_000 + 1);
        }
    }

    synchronized ResendResult result() {
        long pending = submitted - resent;
        return new ResendResult(
                submitted + busy + refused + unreadable,
                resent,
                pending,
                busy,
                refused,
                unreadable);
    }
}
