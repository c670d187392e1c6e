// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

/** The dispatchers of the library. */
public final class Dispatchers {

    private Dispatchers() {}

    /** Starts a pool as {@link #pool(String, int, Budget)} does, with {@link Budget#DEFAULT}. */
    public static Dispatcher pool(String name, int parallelism) {
        return pool(name, parallelism, Budget.DEFAULT);
    }

    /**
     * Starts a fixed number of daemon threads that share their work. For actors that do not block: a blocking actor
     * takes a thread away from all others.
     *
     * @param name the threads are named name-1, name-2, …
     * @param parallelism the number of threads, 1 or more
     */
    public static Dispatcher pool(String name, int parallelism, Budget budget) {
        return new WorkerPool(name, parallelism, budget);
    }

    /**
     * Starts a virtual thread, named name-1, …, for each run of a mailbox: for actors that block. A blocked actor
     * delays no other.
     */
    public static Dispatcher virtualThreads(String name) {
        return new VirtualThreads(name);
    }

    /** Runs tasks as {@link #callingThread(Budget)} does, with {@link Budget#DEFAULT}. */
    public static Dispatcher callingThread() {
        return callingThread(Budget.DEFAULT);
    }

    /**
     * Runs every task on the thread that sends, before the send returns; tasks that it submits in turn run after it,
     * first come, first served. So a test on one thread is deterministic, and no chain of actors overflows the stack.
     */
    public static Dispatcher callingThread(Budget budget) {
        return new CallingThread(budget);
    }
}
