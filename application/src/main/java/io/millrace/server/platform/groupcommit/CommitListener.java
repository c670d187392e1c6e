// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

/** Receives the measurements of group committers. */
@FunctionalInterface
public interface CommitListener {

    /** Ignores all measurements. */
    CommitListener NONE = (_, _) -> (_, _) -> {};

    /**
     * Returns the listener of one committer; called once, when the committer starts.
     *
     * @param store the committer's name
     * @param waiting what the committer has to write at the moment
     */
    OfStore ofStore(String store, Waiting waiting);

    /** Tells what a committer has to write. May be called at any time, by any thread. */
    interface Waiting {

        /** The number of items that wait for their transaction to begin. */
        int items();

        /** The time in nanoseconds since the oldest item was submitted that is not written yet; 0 if there is none. */
        long oldestNanos();
    }

    /**
     * Receives the measurements of one committer, on its threads, once for each batch. Must be thread-safe, return quickly
     * and not throw.
     */
    @FunctionalInterface
    interface OfStore {

        /**
         * Called when a transaction was committed.
         *
         * @param items number of items in the transaction
         * @param nanos duration in nanoseconds from the first statement to the end of the commit, without the wait for
         *     a connection and without failed attempts
         */
        void committed(int items, long nanos);

        /** Called when items were refused because the lease under which they were submitted has ended. */
        default void fenced(int items) {}
    }
}
