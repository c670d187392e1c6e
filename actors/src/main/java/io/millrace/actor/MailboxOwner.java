// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import org.jspecify.annotations.Nullable;

/** Whose mailbox it is. All but {@link #undelivered} and the getters are called by one thread at a time. */
interface MailboxOwner {

    /** Handles a system message; must not throw. */
    void handle(SystemMessage message);

    /** Processes an entry of the user queue; must not throw. */
    void process(Object entry);

    /** Gets an entry that will not be processed; on any thread, must not throw. */
    void undelivered(Object entry, DeadLetter.Reason reason);

    /** The thread that runs the mailbox from now on; null: none. */
    void runBy(@Nullable Thread thread);

    /** Whether {@link #ran} is to be called after the run that begins. */
    default boolean timesRun() {
        return false;
    }

    /** The mailbox has run for a while and processed so many entries. */
    default void ran(int entries, long nanos) {}

    /** Where the mailbox runs. */
    Dispatcher dispatcher();

    /** Where it runs when the other one has ended. */
    Dispatcher fallback();

    /** The clock for the time slice. */
    long nanoTime();
}
