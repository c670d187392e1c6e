// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** The dispatchers of the library. */
public final class Dispatchers {

    private Dispatchers() {}

    /** As {@link #pool(String, int, Budget)} with {@link Budget#DEFAULT}. */
    public static Dispatcher pool(String name, int parallelism) {
        return pool(name, parallelism, Budget.DEFAULT);
    }

    /**
     * A fixed number of daemon threads that share their work. For actors that do not block: one that blocks takes a
     * thread away from all others.
     *
     * @param name the threads are called name-1, name-2, …
     * @param parallelism the number of threads, 1 or more
     */
    public static Dispatcher pool(String name, int parallelism, Budget budget) {
        return new WorkerPool(name, parallelism, budget);
    }

    /**
     * A virtual thread for each run of a mailbox, called name-1, …: for actors that block. One that does holds up nobody but
     * itself.
     */
    public static Dispatcher virtualThreads(String name) {
        return new VirtualThreads(name);
    }

    /** As {@link #callingThread(Budget)} with {@link Budget#DEFAULT}. */
    public static Dispatcher callingThread() {
        return callingThread(Budget.DEFAULT);
    }

    /**
     * Runs every task on the thread that sends, before the send returns; what the tasks send in turn runs after them,
     * first come, first served. So a test on one thread is deterministic, and no chain of actors overflows the stack.
     */
    public static Dispatcher callingThread(Budget budget) {
        return new CallingThread(budget);
    }
}
