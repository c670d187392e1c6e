// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A dispatcher without threads: whoever calls {@link #runAll} lends it one, so two racing callers are a pool of two. */
public final class HeldTasks implements Dispatcher {

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger submitted = new AtomicInteger();

    @Override
    public void execute(Runnable task) {
        submitted.incrementAndGet();
        waiting.add(task);
    }

    /** Runs what waits, and what that submits in turn. */
    public void runAll() {
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
    }

    /** How many tasks there have been. */
    public int submitted() {
        return submitted.get();
    }
}
