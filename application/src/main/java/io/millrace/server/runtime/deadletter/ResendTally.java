// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import java.time.Duration;

/** Counts the results for the letters of one call. Thread-safe. */
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

    /** Counts a submitted message whose letter was deleted, or could not be deleted. */
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

    /** Waits until all submitted messages are decided, up to the given time. */
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
