// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * Runs actors. Tasks may run in any order and on any threads; each is run once. An actor is one task at a time, so a
 * dispatcher needs no care for exclusivity.
 */
@FunctionalInterface
public interface Dispatcher extends AutoCloseable {

    /**
     * Runs a task soon, without waiting for it.
     *
     * @throws java.util.concurrent.RejectedExecutionException only after the end of the dispatcher; actors that it
     *     ran move to their system's own dispatcher then
     */
    void execute(Runnable task);

    /** How long an actor may keep a thread. */
    default Budget budget() {
        return Budget.DEFAULT;
    }

    /** Ends the dispatcher's threads when they have run what they were given. Whoever made a dispatcher closes it. */
    @Override
    default void close() {}
}
