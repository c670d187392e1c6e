// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** Tells whether the current thread runs an actor: what such a thread sends does not come from outside. */
final class Inside {

    private static final ThreadLocal<Boolean> RUNNING = new ThreadLocal<>();

    private Inside() {}

    /** Runs an actor on a thread that is no worker of a pool. */
    static void run(Runnable actor) {
        Boolean before = RUNNING.get();
        RUNNING.set(true);
        try {
            actor.run();
        } finally {
            if (before == null) {
                RUNNING.remove();
            }
        }
    }

    static boolean isInside() {
        return Thread.currentThread() instanceof WorkerPool.Worker || RUNNING.get() != null;
    }
}
