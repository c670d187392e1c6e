// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import java.util.concurrent.TimeUnit;

/** Limits how many rows background work deletes in a second, on average. Used by one thread. */
public final class RowPace {

    private final int rowsPerSecond;
    private long nextNanos = System.nanoTime();

    /** @param rowsPerSecond most rows in a second, above 0 */
    public RowPace(int rowsPerSecond) {
        this.rowsPerSecond = rowsPerSecond;
    }

    /**
     * Waits as long as the rows that were just deleted take at this pace.
     *
     * @throws InterruptedException if the thread is interrupted, also if there is nothing to wait for
     */
    public void pause(int rows) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long nanos = TimeUnit.SECONDS.toNanos(rows) / rowsPerSecond;
        nextNanos = Math.max(nextNanos, System.nanoTime()) + nanos;
        TimeUnit.NANOSECONDS.sleep(nextNanos - System.nanoTime());
    }
}
