// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/**
 * Lets the supervisor wait for its next tick, or without ticks while there is nothing to watch. Guarded by the lock of
 * the condition.
 */
final class SupervisorWait {

    static final Duration TICK = Duration.ofMillis(100);

    private final Condition condition;
    private boolean waits;
    private boolean sleeps;

    SupervisorWait(Condition condition) {
        this.condition = condition;
    }

    /**
     * Waits for a tick, or until {@link #wake}. Returns at once if there is work, and waits without limit while nothing
     * happens by itself.
     */
    void await(BooleanSupplier hasWork, BooleanSupplier isQuiet) {
        waits = !hasWork.getAsBoolean();
        long left = TICK.toNanos();
        try {
            while (waits && left > 0) {
                sleeps = isQuiet.getAsBoolean();
                if (sleeps) {
                    condition.await();
                } else {
                    left = condition.awaitNanos(left);
                }
            }
        } catch (InterruptedException _) {
            // Only the closing of the processes ends the supervisor.
        }
        waits = false;
        sleeps = false;
    }

    /** True if it waits without limit. */
    boolean isAsleep() {
        return sleeps;
    }

    void wake() {
        sleeps = false;
        if (waits) {
            waits = false;
            condition.signal();
        }
    }
}
