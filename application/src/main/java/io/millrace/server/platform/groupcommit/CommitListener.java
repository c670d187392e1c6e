// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.util.function.IntSupplier;

/** Watches committers at work. */
@FunctionalInterface
public interface CommitListener {

    /** For nobody. */
    CommitListener NONE = (_, _) -> (_, _) -> {};

    /**
     * Who watches a committer; asked once, when it starts.
     *
     * @param store the committer's name
     * @param waiting how many items wait for their transaction to begin; may be asked at any time, by any thread
     */
    OfStore ofStore(String store, IntSupplier waiting);

    /** Watches one committer. Called on its thread, for each batch: it must be quick and must not throw. */
    @FunctionalInterface
    interface OfStore {

        /**
         * A transaction was committed.
         *
         * @param items how many items shared it
         * @param nanos how long it took, from its first statement to the end of the commit: neither the wait for a
         *     connection nor attempts that came to nothing
         */
        void committed(int items, long nanos);

        /** Items were refused, since the lease was over under which they were to be written. */
        default void fenced(int items) {}
    }
}
