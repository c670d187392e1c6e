// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.time;

import java.time.Duration;

/** The clock and the timers of an actor system. */
public interface Scheduler extends AutoCloseable {

    /**
     * The clock in nanoseconds from an arbitrary origin, as {@link System#nanoTime}: only differences have a meaning.
     */
    long nanoTime();

    /** Runs a short task after a delay; never after {@link #close}. */
    Cancellable schedule(Duration delay, Runnable task);

    /** Cancels all scheduled tasks. */
    @Override
    void close();
}
