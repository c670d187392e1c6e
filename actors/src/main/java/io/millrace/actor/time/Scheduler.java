// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.time;

import java.time.Duration;

/** The time of an actor system: a clock, and what is due later. */
public interface Scheduler extends AutoCloseable {

    /** The clock, as {@link System#nanoTime} has it: only differences mean something. */
    long nanoTime();

    /** Runs a short task after a delay, or never after {@link #close}. */
    Cancellable schedule(Duration delay, Runnable task);

    /** Calls everything off that is due. */
    @Override
    void close();
}
