// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

/**
 * Runs actors. It may run its tasks in any order and on any threads, each once. An actor is never submitted twice at
 * the same time, so a dispatcher need not prevent parallel runs of it.
 */
@FunctionalInterface
public interface Dispatcher extends AutoCloseable {

    /**
     * Runs a task soon, without waiting for it.
     *
     * @throws java.util.concurrent.RejectedExecutionException only after the end of the dispatcher; its actors move
     *     to the system's own dispatcher then
     */
    void execute(Runnable task);

    /** How long an actor may keep a thread. */
    default Budget budget() {
        return Budget.DEFAULT;
    }

    /** Ends the dispatcher's threads after the tasks that were submitted. The code that made a dispatcher closes it. */
    @Override
    default void close() {}
}
