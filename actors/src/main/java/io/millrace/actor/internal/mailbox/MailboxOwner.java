// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.dispatcher.Dispatcher;
import org.jspecify.annotations.Nullable;

/**
 * The actor that a mailbox belongs to. All methods but {@link #undelivered} and the getters are called by one thread
 * at a time.
 *
 * @param <S> the system messages that the actor understands
 */
public interface MailboxOwner<S> {

    /** Handles a system message; must not throw. */
    void handle(S message);

    /** Processes an entry of the user queue; must not throw. */
    void process(Object entry);

    /** Takes an entry that will not be processed; on any thread, must not throw. */
    void undelivered(Object entry, UndeliveredMessage.Reason reason);

    /** Takes the thread that runs the mailbox from now on; null if none does. */
    void runBy(@Nullable Thread thread);

    /** True if {@link #ran} is to be called after the run that begins. */
    default boolean timesRun() {
        return false;
    }

    /**
     * Called after a timed run.
     *
     * @param entries the number of user entries that the run processed
     * @param nanos its duration in nanoseconds
     */
    default void ran(int entries, long nanos) {}

    /** The dispatcher that runs the mailbox. */
    Dispatcher dispatcher();

    /** The dispatcher that runs the mailbox once the other one has ended. */
    Dispatcher fallback();

    /** The clock of the time slice. */
    long nanoTime();
}
