// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import java.util.ArrayDeque;
import java.util.Queue;

/** Runs each task on the thread of the caller, one after another: tasks submitted by a running task run after it. */
final class CallingThread implements Dispatcher {

    private static final ThreadLocal<Queue<Runnable>> WAITING = new ThreadLocal<>();

    private final Budget budget;

    CallingThread(Budget budget) {
        this.budget = budget;
    }

    @Override
    public Budget budget() {
        return budget;
    }

    @Override
    public void execute(Runnable task) {
        Queue<Runnable> behind = WAITING.get();
        if (behind != null) {
            behind.add(task);
            return;
        }
        Queue<Runnable> queue = new ArrayDeque<>();
        WAITING.set(queue);
        try {
            for (Runnable next = task; next != null; next = queue.poll()) {
                next.run();
            }
        } finally {
            WAITING.remove();
        }
    }
}
