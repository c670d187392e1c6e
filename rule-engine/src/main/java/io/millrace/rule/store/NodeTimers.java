// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import java.time.Duration;

/** Calls nodes periodically, on a thread that all nodes of an instance share. Nothing of a timer survives a restart. */
@FunctionalInterface
public interface NodeTimers {

    /** Calls nothing, for runs without time. */
    NodeTimers NONE = (_, _) -> () -> {};

    /**
     * Starts a timer.
     *
     * @param period time between two calls, the first of which comes after one period; a call that is late delays none
     *     after it
     * @param task short work that does not block; an exception is logged and ends nothing
     */
    Timer every(Duration period, Runnable task);

    /** A running timer. */
    @FunctionalInterface
    interface Timer extends AutoCloseable {

        /** Stops the timer; a call that runs may still end. */
        @Override
        void close();
    }
}
