// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.thread;

/**
 * A thread that only runs actors; and the answer to whether the current thread runs an actor at this moment. A message
 * that such a thread sends does not come from outside its actor system.
 */
public abstract class ActorThread extends Thread {

    /** Marks a thread of another kind while it runs an actor. */
    private static final ThreadLocal<Boolean> RUNS_ACTOR = new ThreadLocal<>();

    protected ActorThread(String name) {
        super(name);
    }

    /** True if the current thread runs an actor. */
    public static boolean isCurrent() {
        return Thread.currentThread() instanceof ActorThread || RUNS_ACTOR.get() != null;
    }

    /** Runs an actor on a thread that is no {@code ActorThread}, and marks the thread meanwhile. */
    public static void runMarked(Runnable actor) {
        Boolean before = RUNS_ACTOR.get();
        RUNS_ACTOR.set(true);
        try {
            actor.run();
        } finally {
            if (before == null) {
                RUNS_ACTOR.remove();
            }
        }
    }
}
